import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCampaignAnalytics, readOverallAnalytics, signedReportUrl } from '#contract/calls/campaigns.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { change, count, find, list, made, make, options, remove, settle } from '#tests/support/campaignCalls.ts';
import { makeAll } from '#tests/support/campaigns.ts';
import { email, setRoles, type PersonKey } from '#tests/support/people.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** Every call of campaigns by every role, on a campaign of `campaign-manager` (reliability N1, rC1 to rC5), and by the other campaign manager, who sees it and changes nothing. */

let server: TestServer;
/** Made anew after a call that may have changed it. */
let campaignId: string;
let file: string;
let fresh = false;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Do = (api: Api) => Promise<Answer>;
const ok = 200;
const PEOPLE: readonly PersonKey[] = [...ACTORS, 'campaign-manager2'];
const OWNER = { email: email('campaign-manager') };
const analytics = (api: Api): Promise<Answer> => api.get(urlOf(readCampaignAnalytics, { parts: { campaignId } }));

const TABLE: [id: string, call: Do, expected: number[]][] = [
  //                                                                                 empl e2   mgr  mgr2 dir  fin  fdoc adm  tal  cmgr cusr case cmgr2
  ['rC1 create', (api) => make(api), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['rC1 Z17 create with the owner’s email', (api) => make(api, {}, {}, OWNER), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, 403]],
  ['rC2 update', (api) => change(api, campaignId), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, 403]],
  ['rC2 delete', (api) => remove(api, campaignId), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, 403]],
  ['rC3 count', (api) => count(api), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['rC3 count, compared', (api) => count(api, {}, { rerunOf: campaignId }), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['rC3 options', (api) => options(api, 'sectorNames'), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['rC4 find', (api) => find(api, campaignId), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['rC4 find what is not there', (api) => find(api, 'CMP-NONE'), [403, 403, 403, 403, 403, 403, 403, 403, 403, 404, 403, 403, 404]],
  ['rC4 list', (api) => list(api), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['rC4 list with the owner’s email', (api) => list(api, OWNER), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, 403]],
  ['rC5 the address of its report', (api) => api.get(urlOf(signedReportUrl, { query: { s3url: file } })), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['CAMP-25 analytics of one', analytics, [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
  ['CAMP-25 analytics of all', (api) => api.get(urlOf(readOverallAnalytics)), [403, 403, 403, 403, 403, 403, 403, 403, 403, ok, 403, 403, ok]],
];
const cells = TABLE.flatMap(([name, call, expected]) => PEOPLE.map((who, i) => [name, who, call, expected[i] ?? 0] as const));

describe('CAMP-7 N1 the table of who may, on campaigns', () => {
  it.each(cells)('%s by %s', async (_name, who, call, expected) => {
    if (!fresh) {
      const owner = await server.as('campaign-manager');
      campaignId = (await made(owner)).campaignId;
      await makeAll(server);
      await settle(server);
      file = String(((await find(owner, campaignId)).body['data'] as { fileUrl: string | null }).fileUrl);
    }
    const got = await call(await server.as(who));
    fresh = got.status !== ok;
    expect(got.status).toBe(expected);
    if (expected !== ok) expect(got.body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
  });

  it.each(['http://169.254.169.254/', 'file:///etc/passwd', 's3://other-bucket/x', '..%2f', 'reports/CMP-NONE/x.csv'])('Z28 an address is signed for a campaign’s own file alone: not for %s', async (address) => {
    expect((await (await server.as('campaign-manager')).get(urlOf(signedReportUrl, { query: { s3url: address } }))).status).toBe(404);
  });

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
