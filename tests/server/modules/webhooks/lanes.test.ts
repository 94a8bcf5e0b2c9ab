import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as hooks from '#tests/support/webhooks.ts';
import { added, says, send, startReceiver, stateOf, type Receiver } from '#tests/support/webhooks.ts';

let server: TestServer;
let admin: Api;
let employee: Api;
let receiver: Receiver;
const more: Receiver[] = [];
beforeAll(async () => {
  server = await startServer({ WEBHOOKS_PRIVATE: '1', RECENT_SIGN_IN_MINUTES: '0' });
  [admin, employee] = [await server.as('org-admin'), await server.as('employee')];
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  await hooks.forgetAll(server);
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all([receiver, ...more.splice(0)].map((each) => each.close()));
});

const SECOND = 1_000;
const HOUR = 3_600_000;
const after = (millis: number): void => void (server.clock.now += millis);
const anotherReceiver = async (): Promise<Receiver> => {
  const made = await startReceiver();
  more.push(made);
  return made;
};
const respond = (response: ServerResponse, status: number): void => void response.writeHead(status).end();
const idsAt = ({ got }: Receiver): string[] => got.map(({ id }) => id);

describe('HOOK-6 a receiver', () => {
  it('that hangs holds up nobody else', async () => {
    const slow = await anotherReceiver();
    const { webhookId } = await added(admin, slow.url);
    await added(admin, receiver.url);
    slow.answer = () => undefined;
    for (let n = 0; n < 3; n += 1) await file(employee);
    const ending = new AbortController();
    const lanes = hooks.lanesOf(server, { signal: ending.signal, timeout: 600_000 });
    const all = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        respond(response, 204);
        if (receiver.got.length === 3) resolve();
      };
    });
    while (await lanes.round());
    await all;
    // What hangs has not come to its end yet.
    expect((await stateOf(admin, webhookId)).waiting).toBe(3);
    ending.abort();
    await lanes.idle();
  });

  it('that keeps failing is tried by one event at a time, and drained when it is well again', async () => {
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = says(500);
    for (let n = 0; n < 12; n += 1) await file(employee);
    await send(server);
    const first = receiver.got.length;
    expect(first).toBeLessThan(12);
    after(10 * SECOND);
    await send(server);
    expect(receiver.got.length).toBe(first + 1);
    receiver.answer = says(200);
    for (let n = 0; n < 3; n += 1) {
      after(10 * 60 * SECOND);
      await send(server);
    }
    expect(new Set(idsAt(receiver)).size).toBe(12);
    expect(await stateOf(admin, webhookId)).toMatchObject({ waiting: 0, failed: 0 });
  });

  it('that says it is gone is switched off at once; what waits has failed, and admins get a mail', async () => {
    await server.database.db.deleteFrom('mails').execute();
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = says(410);
    await file(employee);
    await send(server);
    expect(await stateOf(admin, webhookId)).toMatchObject({ off: 'GONE', failed: 1, waiting: 0 });
    await file(employee);
    await send(server);
    expect(receiver.got).toHaveLength(1);
    const mails = await server.database.db.selectFrom('mails').selectAll().execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['webhookOff']);
    // Nothing can be sent again before it is switched on.
    expect((await hooks.again(admin, webhookId, null)).body['code']).toBe('CONFLICT');
    receiver.answer = says(200);
    dataOf(await hooks.change(admin, webhookId, hooks.bodyFor(receiver.url)));
    expect(dataOf(await hooks.again(admin, webhookId, null))).toEqual({ again: 1 });
    await send(server);
    expect(idsAt(receiver)).toEqual([receiver.got[0]?.id, receiver.got[0]?.id]);
  });

  it('that takes nothing for three days is switched off', async () => {
    await server.database.db.deleteFrom('mails').execute();
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = says(500);
    await file(employee);
    for (let n = 0; n < 40; n += 1) {
      await send(server);
      after(2 * HOUR);
    }
    expect(await stateOf(admin, webhookId)).toMatchObject({ off: 'FAILING', failed: 1, waiting: 0 });
    expect(await server.database.db.selectFrom('mails').select('kind').execute()).toHaveLength(1);
    const logged = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('record_id', '=', webhookId)
      .orderBy('version')
      .execute();
    expect(logged.at(-1)).toEqual({ action: 'webhook-off', actor_id: null });
  });
});

describe('HOOK-1 processes', () => {
  it('that send at once send each event once', async () => {
    await added(admin, receiver.url);
    receiver.answer = (response) => void setImmediate(() => respond(response, 200));
    for (let n = 0; n < 10; n += 1) await file(employee);
    await Promise.all(Array.from({ length: 4 }, () => send(server)));
    await send(server);
    expect([receiver.got.length, new Set(idsAt(receiver)).size]).toEqual([10, 10]);
  });

  it('of which one dies after the commit and before or while sending lose nothing', async () => {
    const { webhookId } = await added(admin, receiver.url);
    await file(employee);
    // Dies before it writes anything down: the change is noted with the claim.
    expect(await server.database.db.selectFrom('webhook_changes').selectAll().execute()).toHaveLength(1);
    const dying = new AbortController();
    receiver.answer = () => dying.abort();
    await send(server, { signal: dying.signal });
    expect(receiver.got).toHaveLength(1);
    expect(await stateOf(admin, webhookId)).toMatchObject({ waiting: 1, lastFailureAt: null });
    receiver.answer = says(200);
    // Another one takes it over when its turn has ended.
    await send(server);
    expect(receiver.got).toHaveLength(1);
    after(60 * SECOND);
    await send(server);
    expect([receiver.got.length, new Set(idsAt(receiver)).size]).toEqual([2, 1]);
  });
});
