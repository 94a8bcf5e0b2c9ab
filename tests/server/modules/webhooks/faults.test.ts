import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { file } from '#tests/support/expenses.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as hooks from '#tests/support/webhooks.ts';
import { says, startReceiver, type Receiver } from '#tests/support/webhooks.ts';

let server: TestServer;
let admin: Api;
let employee: Api;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer({ WEBHOOKS_PRIVATE: '1' });
  [admin, employee] = [await server.as('org-admin'), await server.as('employee')];
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});

const MINUTE = 60_000;

/** What a receiver may do to one attempt; whether it has noted the event is its own affair. */
const FAULTS: Readonly<Record<string, Receiver['answer']>> = {
  takes: says(200),
  fails: says(500),
  busy: says(429, { 'retry-after': '30' }),
  redirects: says(301, { location: 'http://127.0.0.1:1/' }),
  closes: (response) => void response.destroy(),
  cut: (response) => void response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
};
const fault = fc.constantFrom(...Object.keys(FAULTS));
const step = fc.oneof(
  fc.record({ what: fc.constant('file' as const) }),
  fc.record({ what: fc.constant('send' as const), faults: fc.array(fault, { minLength: 1, maxLength: 4 }) }),
  // A process dies while it sends, at the nth request.
  fc.record({ what: fc.constant('die' as const), at: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 600 }) }),
);

describe('HOOK-5 whatever a receiver and the processes do', () => {
  it('every event arrives once it is well again, each under one id, and none that is of no change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        server.clock.now = NOW;
        await hooks.forgetAll(server);
        receiver.got.length = 0;
        const { webhookId } = await hooks.added(admin, receiver.url);
        const filed: string[] = [];
        const taken = new Map<string, Set<string>>();
        for (const each of steps) {
          if (each.what === 'file') filed.push((await file(employee, { expenseDate: NOW - 86_400_000 })).expenseId);
          if (each.what === 'wait') server.clock.now += each.minutes * MINUTE;
          if (each.what === 'die') {
            const dying = new AbortController();
            let n = 0;
            receiver.answer = (response) => {
              n += 1;
              if (n === each.at) dying.abort();
              else response.writeHead(200).end();
            };
            await hooks.send(server, { signal: dying.signal });
          }
          if (each.what === 'send') {
            let n = 0;
            receiver.answer = (...given) => {
              const { faults } = each;
              FAULTS[faults[n % faults.length] ?? 'takes']?.(...given);
              n += 1;
            };
            // Two processes at once.
            await Promise.all([hooks.send(server), hooks.send(server)]);
          }
        }
        receiver.answer = says(200);
        for (let n = 0; n < 60; n += 1) {
          server.clock.now += 61 * MINUTE;
          await hooks.send(server);
        }
        for (const { id, event } of receiver.got) {
          const claim = String(event.data['id']);
          taken.set(claim, (taken.get(claim) ?? new Set()).add(id));
        }
        expect([...taken.keys()].toSorted()).toEqual(filed.toSorted());
        for (const ids of taken.values()) expect(ids.size).toBe(1);
        expect(await hooks.stateOf(admin, webhookId)).toMatchObject({ waiting: 0, failed: 0, off: null });
      }),
      { numRuns: 25 },
    );
  });
});
