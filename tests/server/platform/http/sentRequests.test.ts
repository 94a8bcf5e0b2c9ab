import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentRequests } from '#contract/calls/users.ts';
import { HEADERS } from '#contract/headers.ts';
import { Api } from '#tests/support/api.ts';
import { create, DAY, expenseBody } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function known(api: Api, headers: Record<string, string> = {}) {
  const answer = await api.get('/api/v1/user/sentRequests', headers);
  expect(answer.status).toBe(200);
  return sentRequests.answer.parse(answer.body).data;
}
const asked = async (who: 'employee' | 'employee2') => known(await server.as(who));

describe('P15 ST-3: what the server says to a device whose store vanished', () => {
  it('counts the person’s own requests of 30 days, and no refused one', async () => {
    const api = await server.as('employee');
    const before = await asked('employee');
    for (const n of [1, 2])
      expect(
        (await create(api, expenseBody(await api.bill(`vanished ${n}`)), { 'Idempotency-Key': `vanished-key-${n}` }))
          .status,
      ).toBe(200);
    expect(
      (await create(api, expenseBody('0'.repeat(64)), { 'Idempotency-Key': 'vanished-key-3' })).status,
    ).toBeGreaterThanOrEqual(400);
    expect(await asked('employee')).toMatchObject({ count: before.count + 2, days: 30 });
    expect((await asked('employee2')).count).toBe(0);
  });

  it('counts none from before', async () => {
    const before = server.clock.now;
    server.clock.now = before + 31 * DAY;
    expect((await asked('employee')).count).toBe(0);
    server.clock.now = before;
  });

  it('says whether the session was opened under another id of the device, where it had one', async () => {
    const credential = await server.identity.sign(server.identity.claims(email('employee2'), server.clock.now));
    const { body } = await server
      .with(null)
      .post('/api/v1/account/googlelogin/v2', { credential }, { [HEADERS.deviceId]: 'device-before' });
    const api = new Api(server.url, String(body['token']));
    expect(await known(api, { [HEADERS.deviceId]: 'device-of-now' })).toMatchObject({ otherDevice: true });
    expect(await known(api, { [HEADERS.deviceId]: 'device-before' })).toMatchObject({ otherDevice: false });
    expect(await known(await server.as('employee2'), { [HEADERS.deviceId]: 'device-of-now' })).toMatchObject({
      otherDevice: false,
    });
  });
});
