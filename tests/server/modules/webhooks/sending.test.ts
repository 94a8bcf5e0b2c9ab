import type { ServerResponse } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextWebhookAttempt } from '#domain/webhook.ts';
import type { Api } from '#tests/support/api.ts';
import { changed } from '#tests/support/directory.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as hooks from '#tests/support/webhooks.ts';
import { added, openOf, says, send, startReceiver, stateOf, type Receiver } from '#tests/support/webhooks.ts';

let server: TestServer;
let admin: Api;
let employee: Api;
let receiver: Receiver;
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
  vi.useRealTimers();
  await receiver.close();
});

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const after = (millis: number): void => void (server.clock.now += millis);
const respond = (response: ServerResponse, status: number): void => void response.writeHead(status).end();
let grade = 0;
const idsAt = ({ got }: Receiver): string[] => got.map(({ id }) => id);
/** As a receiving program does it, with a published library, on the server's clock. */
const verified = (secret: string, { body, headers }: hooks.Got): unknown => {
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now });
  try {
    return new Verifier(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
};

describe('HOOK-4 what is sent', () => {
  it('is signed as Standard Webhooks has it: a published library takes it, and no changed one', async () => {
    const { secret } = await added(admin, receiver.url);
    await file(employee);
    await send(server);
    const [got] = receiver.got;
    if (!got) throw new Error('nothing was sent');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(verified(secret, got)).toEqual(got.event);
    expect(() => verified(secret, { ...got, body: got.body.replace('450.5', '999.5') })).toThrow(/signature/);
    after(6 * 60 * SECOND);
    expect(() => verified(secret, got)).toThrow(/old/);
    expect(got.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Kharcha-Webhooks/1' });
  });

  it('is signed by the secret before too for a day after it was rotated, then by the newest alone', async () => {
    const { webhookId, secret: first } = await added(admin, receiver.url);
    const { secret: second } = dataOf<hooks.Added>(await hooks.rotate(admin, webhookId));
    const { secret: third } = dataOf<hooks.Added>(await hooks.rotate(admin, webhookId));
    await file(employee);
    await send(server);
    const [got] = receiver.got;
    if (!got) throw new Error('nothing was sent');
    for (const secret of [first, second, third]) expect(verified(secret, got)).toEqual(got.event);
    after(DAY);
    await file(employee);
    await send(server);
    const later = receiver.got[1];
    if (!later) throw new Error('nothing was sent');
    expect(verified(third, later)).toEqual(later.event);
    expect(() => verified(first, later)).toThrow(/signature/);
  });
});

describe('HOOK-5 a receiver that fails', () => {
  it('gets it again later, under the same id and with another time, and once only when it has taken it', async () => {
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = says(500);
    await file(employee);
    await send(server);
    await send(server);
    expect(receiver.got).toHaveLength(1);
    expect(await openOf(admin, webhookId)).toMatchObject([
      { type: 'claim.filed', state: 'WAITING', attempts: 1, reason: 'It answered with status 500.' },
    ]);
    receiver.answer = says(200);
    after(5 * SECOND);
    await send(server);
    after(DAY);
    await send(server);
    const [first, second] = receiver.got;
    expect(receiver.got).toHaveLength(2);
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    expect(Number(second?.headers['webhook-timestamp'])).toBe(Number(first?.headers['webhook-timestamp']) + 5);
    expect(await stateOf(admin, webhookId)).toMatchObject({ waiting: 0, failed: 0, lastSuccessAt: NOW + 5 * SECOND });
    expect(await openOf(admin, webhookId)).toEqual([]);
  });

  const faults: [what: string, answer: Receiver['answer'], reason: string][] = [
    ['hangs', () => undefined, 'It did not answer within 10 seconds.'],
    ['closes without a word', (response) => void response.destroy(), 'It could not be reached.'],
    [
      'closes in the middle of its head',
      (response) => void response.socket?.end('HTTP/1.1 200 O'),
      'It could not be reached.',
    ],
    [
      'answers what is no HTTP',
      (response) => void response.socket?.end('220 smtp\r\n\r\n'),
      'It could not be reached.',
    ],
    [
      'redirects to a private address',
      says(307, { location: 'http://169.254.169.254/latest/meta-data' }),
      'It answered with a redirect, which is not followed.',
    ],
    ['is overloaded', says(503), 'It answered with status 503.'],
    ['knows no such path', says(404), 'It answered with status 404.'],
  ];
  it.each(faults)('that %s is tried again, with its reason', async (what, answer, reason) => {
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = answer;
    await file(employee);
    await send(server, what === 'hangs' ? { timeout: 300 } : {});
    expect(await openOf(admin, webhookId)).toMatchObject([{ state: 'WAITING', attempts: 1, reason }]);
    expect(await stateOf(admin, webhookId)).toMatchObject({ lastFailure: reason, lastFailureAt: NOW });
    receiver.answer = says(200);
    after(5 * SECOND);
    await send(server);
    expect([new Set(idsAt(receiver)).size, receiver.got.length]).toEqual([1, 2]);
    expect(await openOf(admin, webhookId)).toEqual([]);
  });

  it('with an endless answer has taken it, and is not read to its end', async () => {
    await added(admin, receiver.url);
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        response.writeHead(200);
        response.on('close', resolve);
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
        };
        response.on('drain', more);
        more();
      };
    });
    await file(employee);
    await send(server);
    await closed;
    expect(written).toBeLessThan(50_000_000);
    after(DAY);
    await send(server);
    expect(receiver.got).toHaveLength(1);
  });

  it('and asks for time is given it, a day at most', async () => {
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = says(429, { 'retry-after': '3600' });
    await file(employee);
    await send(server);
    expect(await openOf(admin, webhookId)).toMatchObject([{ dueAt: NOW + HOUR }]);
    expect(nextWebhookAttempt({ attempts: 1, until: NOW + 3 * DAY }, { now: NOW, retryAfter: 900_000_000 })).toBe(
      NOW + DAY,
    );
  });

  it('for three days has it marked as failed, and is sent it again when an admin says so', async () => {
    const { webhookId } = await added(admin, receiver.url);
    receiver.answer = (response, { event }) => respond(response, event.type === 'claim.filed' ? 500 : 200);
    await file(employee);
    for (let day = 0; day <= 3; day += 1) {
      for (let n = 0; n < 12; n += 1) {
        await send(server);
        after(2 * HOUR);
      }
      // It takes other events, so it is not switched off.
      grade += 1;
      dataOf(await changed(admin, 'employee2', { grade: `G${grade}` }));
    }
    const [failed] = (await openOf(admin, webhookId)).filter(({ type }) => type === 'claim.filed');
    expect(failed).toMatchObject({ state: 'FAILED', dueAt: null, reason: 'It answered with status 500.' });
    const ofClaim = () => receiver.got.filter(({ event }) => event.type === 'claim.filed');
    const filed = ofClaim();
    expect(filed.length).toBeGreaterThan(6);
    expect(new Set(filed.map(({ id }) => id)).size).toBe(1);
    receiver.answer = says(200);
    expect(dataOf(await hooks.again(admin, webhookId, ['evt_of_another']))).toEqual({ again: 0 });
    expect(dataOf(await hooks.again(admin, webhookId, [failed?.eventId ?? '']))).toEqual({ again: 1 });
    await send(server);
    expect(ofClaim().map(({ id }) => id)).toEqual([...filed, filed[0]].map((got) => got?.id));
    expect(await stateOf(admin, webhookId)).toMatchObject({ failed: 0, waiting: 0, off: null });
  });
});
