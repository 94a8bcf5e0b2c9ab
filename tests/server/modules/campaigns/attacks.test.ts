import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedReportUrl } from '#contract/calls/campaigns.ts';
import { urlOf } from '#contract/endpoint.ts';
import { list } from '#tests/support/campaignCalls.ts';
import { setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const ok = 200;

describe('people who should not have campaigns', () => {
  it.each(['http://169.254.169.254/', 'file:///etc/passwd', 's3://other-bucket/x', '..%2f', 'reports/CMP-NONE/x.csv'])(
    'Z28 an address is signed for a campaign’s own file alone: not for %s',
    async (address) => {
      expect(
        (await (await server.as('campaign-manager')).get(urlOf(signedReportUrl, { query: { s3url: address } }))).status,
      ).toBe(404);
    },
  );

  it('CAMP-7 Z29 a role that was taken away: the next call is refused', async () => {
    const api = await server.as('campaign-manager2');
    for (const roles of [['campaign'], ['campaignManager'], []] as const) {
      await setRoles(server.database.db, 'campaign-manager2', [...roles]);
      expect((await list(api)).status).toBe(403);
    }
    await setRoles(server.database.db, 'campaign-manager2', ['campaign', 'campaignManager']);
    expect((await list(api)).status).toBe(ok);
  });
});
