import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendPushes } from '#server/modules/notifications/pushJob.ts';
import { isInside } from '#server/platform/base/inside.ts';
import { deliver } from '#server/platform/push/deliver.ts';
import { readPushKeys } from '#server/platform/push/keys.ts';
import { takePush } from '#sw/push.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, file } from '#tests/support/expenses.ts';
import * as told from '#tests/support/notifications.ts';
import { idOf } from '#tests/support/people.ts';
import * as sessions from '#tests/support/sessions.ts';
import { startPushService, type PushService } from '#tests/support/pushService.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let service: PushService;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  [server, service] = await Promise.all([startServer({ PUSH_TO_ANY_ADDRESS: '1' }), startPushService()]);
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(async () => {
  await told.forgetAll(server);
  await server.database.db.deleteFrom('push_subscriptions').execute();
  await server.database.db.deleteFrom('notification_choices').execute();
  Object.assign(service, { received: [], answer: { status: 201 } });
});

/** What the server does every second, as of now. */
const push = async (): Promise<number> =>
  sendPushes({
    db: server.database.db,
    now: server.clock.now,
    keys: await readPushKeys({ db: server.database.db, keys: [] }),
    subject: 'mailto:kharcha@example.com',
    anywhere: true,
    log: { info: () => undefined },
  });
const after = (millis: number): void => void (server.clock.now += millis);
const tellAndPush = async (): Promise<number> => {
  await told.tell(server);
  after(2_000);
  return push();
};
const subscriptions = () => server.database.db.selectFrom('push_subscriptions').selectAll().execute();

describe('a push', () => {
  it('NOTE-9 NOTE-13 reaches the device alone that can read it, and the worker shows what waits', async () => {
    const device = service.device('manager');
    expect((await told.subscribe(manager, device.subscription)).body['data']).toEqual({ subscribed: true });
    const { expenseId } = await file(employee, { localExpenseType: 'MOBILE_BILL', claimAmount: 708 });
    expect(await tellAndPush()).toBe(1);
    const [got, ...more] = service.received;
    expect(more).toEqual([]);
    expect(got?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      topic: 'kharcha',
      authorization: expect.stringContaining(
        `k=${(await readPushKeys({ db: server.database.db, keys: [] })).publicKey}`,
      ),
    });
    const body = got?.body ?? Buffer.alloc(0);
    expect(body.includes('Kharcha')).toBe(false);
    expect(() => service.device('another').open(body)).toThrow();
    const shown: unknown[] = [];
    await takePush(device.open(body), {
      origin: '',
      show: (title, { body: text, data }) => Promise.resolve(void shown.push([title, text, data])),
      windows: () => Promise.resolve([]),
      open: () => Promise.resolve(),
      drain: () => Promise.resolve(),
      isHere: () => Promise.resolve(true),
    });
    const data = { url: `/detail/${expenseId}/details`, personId: idOf('manager') };
    expect(shown).toEqual([['Something waits for you in Kharcha', '1 unread notification', data]]);
  });

  it('NOTE-9 says names and amounts to those who chose so', async () => {
    const device = service.device('names');
    await told.subscribe(manager, device.subscription);
    await told.choose(manager, { pushText: 'NAMES', mailDigest: true });
    await file(employee, { localExpenseType: 'MOBILE_BILL', claimAmount: 708 });
    await tellAndPush();
    expect(JSON.parse(device.open(service.received[0]?.body ?? Buffer.alloc(0)))).toMatchObject({
      title: '1 local expense waits for you',
      body: 'Asha Nair · Mobile Bill · ₹708.00',
    });
  });

  it('NOTE-6 comes once for what happens in a moment, once from several processes, not for what was read', async () => {
    await told.subscribe(manager, service.device('once').subscription);
    for (let n = 0; n < 3; n += 1) await file(employee);
    await told.tell(server);
    expect(await push()).toBe(0);
    after(2_000);
    expect((await Promise.all([push(), push(), push()])).toSorted()).toEqual([0, 0, 1]);
    expect(service.received).toHaveLength(1);
    await file(employee);
    await told.tell(server);
    await told.readAll(manager, { until: server.clock.now });
    after(2_000);
    expect([await push(), service.received.length]).toEqual([1, 1]);
  });

  it('NOTE-11 SES-41 SES-42 ends with a session that is ended from elsewhere', async () => {
    const phone = server.with(await server.signIn('manager'));
    await told.subscribe(phone, service.device('phone').subscription);
    await sessions.end(manager, await sessions.idOfSession(phone));
    const tablet = server.with(await server.signIn('manager2'));
    await told.subscribe(tablet, service.device('tablet').subscription);
    await sessions.endOf(await server.as('org-admin'), idOf('manager2'));
    await file(employee);
    await tellAndPush();
    expect(service.received).toEqual([]);
    expect((await subscriptions()).map(({ due_at }) => due_at)).not.toContainEqual(expect.any(Number));
  });

  it('NOTE-11 ends with the session, and with the tap that ends it', async () => {
    const session = server.with(await server.signIn('manager'));
    await told.subscribe(session, service.device('signed-out').subscription);
    await told.subscribe(manager, service.device('turned-off').subscription);
    await session.post('/api/v2/logout');
    await told.unsubscribe(manager, service.device('turned-off').subscription.endpoint);
    await file(employee);
    await tellAndPush();
    expect([service.received, await subscriptions()]).toEqual([[], []]);
  });

  it('NOTE-11 an address on a shared phone belongs to the person who asked last', async () => {
    const device = service.device('shared');
    await told.subscribe(employee, device.subscription);
    await told.subscribe(manager, device.subscription);
    const { expenseId } = await file(employee);
    await approve(manager, expenseId);
    await told.tell(server);
    expect((await subscriptions()).map((row) => row.person_id)).toHaveLength(1);
    after(2_000);
    await push();
    // Of the two only the owner has something unread, whose device this is no more.
    expect(service.received).toEqual([]);
  });
});

describe('a push that fails', () => {
  beforeEach(async () => {
    await told.subscribe(manager, service.device('failing').subscription);
    await file(employee);
    await told.tell(server);
    after(2_000);
  });

  it.each([404, 410])('NOTE-12 %i: the device is forgotten', async (status) => {
    service.answer = { status };
    await push();
    expect(await subscriptions()).toEqual([]);
  });

  it.each([429, 500, 503])('NOTE-12 %i: later and later, until it is taken', async (status) => {
    service.answer = { status };
    await push();
    expect(await push()).toBe(0);
    after(30_000);
    expect(await push()).toBe(1);
    after(30_000);
    expect(await push()).toBe(0);
    after(30_000);
    service.answer = { status: 201 };
    expect(await push()).toBe(1);
    expect((await subscriptions()).map(({ failures, due_at }) => [failures, due_at])).toEqual([[0, null]]);
  });

  it('NOTE-12 not before the service says', async () => {
    service.answer = { status: 429, headers: { 'retry-after': '600' } };
    await push();
    after(599_000);
    expect(await push()).toBe(0);
    after(1_000);
    expect(await push()).toBe(1);
  });

  it('NOTE-12 what is not followed is a redirect, and what a service refuses is not repeated', async () => {
    service.answer = { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
    await push();
    expect((await subscriptions())[0]).toMatchObject({ failures: 1, due_at: null });
  });

  it('NOTE-10 one whose process died is sent by the next after a minute', async () => {
    await server.database.db
      .updateTable('push_subscriptions')
      .set({ due_at: server.clock.now + 60_000 })
      .execute();
    expect(await push()).toBe(0);
    after(60_000);
    expect([await push(), service.received.length]).toEqual([1, 1]);
  });
});

describe('where pushes go', () => {
  const parcel = (endpoint: string) => ({ endpoint, method: 'POST', headers: {}, body: Buffer.from('x') });

  it('NOTE-12 to no address inside, by number or by a name that leads there', async () => {
    for (const inside of [
      '127.0.0.1',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      '::ffff:10.0.0.1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::a00:1',
      'nonsense',
    ])
      expect([inside, isInside(inside)]).toEqual([inside, true]);
    for (const outside of ['142.250.1.1', '8.8.8.8', '2606:4700::1111'])
      expect([outside, isInside(outside)]).toEqual([outside, false]);
    const to = (address: string, family = 4) => ({
      lookup: (_name: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void): void =>
        done(null, [
          { address: '142.250.1.1', family: 4 },
          { address, family },
        ]),
    });
    expect(await deliver(parcel('https://push.example.com/a'), to('10.0.0.1'))).toMatchObject({ is: 'refused' });
    expect(await deliver(parcel('https://push.example.com/a'), to('::1', 6))).toMatchObject({ is: 'refused' });
    for (const bad of ['https://127.0.0.1/', 'https://[::1]/', 'http://push.example.com/'])
      expect(await deliver(parcel(bad))).toMatchObject({ is: 'refused' });
  });

  it('NOTE-12 a device is not taken in at such an address', async () => {
    const strict = await startServer();
    const answer = await told.subscribe(await strict.as('manager'), service.device('inside').subscription);
    await strict.close();
    expect(answer.body).toMatchObject({
      code: 'INVALID',
      errors: { endpoint: 'This is not the address of a push service' },
    });
  });

  it('NOTE-11 the public key stays the same, and stands in the configuration', async () => {
    const { publicKey } = await readPushKeys({ db: server.database.db, keys: [] });
    expect((await server.with(null).get('/config.json')).body['pushPublicKey']).toBe(publicKey);
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  });
});
