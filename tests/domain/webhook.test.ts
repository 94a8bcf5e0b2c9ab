import { describe, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/webhook.ts';
import { WEBHOOK_BODIES } from '#contract/webhookBody.ts';
import { nextWebhookAttempt, parseWebhook, webhookEventOf, webhookPause, webhookStageOf } from '#domain/webhook.ts';

const HOUR = 3_600_000;

test.each([
  ['claim', 'create', 'claim.filed', null],
  ['claim', 'intake', 'claim.filed', null],
  ['claim', 'edit', 'claim.changed', null],
  ['claim', 'manager-changed', 'claim.changed', null],
  ['claim', 'manager-approve', 'claim.decided', 'manager'],
  ['claim', 'manager-reject', 'claim.decided', 'manager'],
  ['claim', 'finance-approve', 'claim.decided', 'finance'],
  ['claim', 'finance-reject', 'claim.decided', 'finance'],
  ['claim', 'revive', 'claim.decided', 'finance'],
  ['claim', 'pay', 'claim.paid', null],
  ['claim', 'withdraw', 'claim.withdrawn', null],
  ['claim', 'toString', 'claim.changed', null],
  ['trip', 'create', 'trip.filed', null],
  ['trip', 'cancel', 'trip.changed', null],
  ['trip', 'tickets', 'trip.changed', null],
  ['trip', 'manager-approve', 'trip.decided', 'manager'],
  ['trip', 'admin-reject', 'trip.decided', 'admin'],
  ['trip', 'no-show', 'trip.decided', 'manager'],
  ['trip', 'cancellation', 'trip.cancelled', null],
  ['trip', 'cancel-at-once', 'trip.cancelled', null],
  ['trip', 'cancellation-reject', 'trip.changed', null],
  ['person', 'person-left', 'person.changed', null],
  ['person', 'of-tomorrow', 'person.changed', null],
] as const)('HOOK-2 %s %s is told as %s, decided by %s', (kind, action, event, stage) => {
  expect([webhookEventOf(kind, action), webhookStageOf(action)]).toEqual([event, stage]);
});

test('HOOK-3 each event has its body, and a test has one', () => {
  expect(Object.keys(WEBHOOK_BODIES).toSorted()).toEqual([...WEBHOOK_EVENTS, 'webhook.test'].toSorted());
  for (const [type, { schema }] of Object.entries(WEBHOOK_BODIES))
    expect([
      type,
      schema.safeParse({ type: 'another', timestamp: '2026-07-15T06:30:00.000Z', data: {} }).success,
    ]).toEqual([type, false]);
});

describe('HOOK-5 an event that is not taken', () => {
  const until = 72 * HOUR;
  test('is tried twelve times in three days, the last one when they end', () => {
    const tried: number[] = [0];
    for (let attempts = 1; ; attempts += 1) {
      const next = nextWebhookAttempt({ attempts, until }, { now: tried.at(-1) ?? 0, retryAfter: null });
      if (next === null) break;
      tried.push(next);
    }
    const first = [0, 5_000, 65_000, 365_000, 365_000 + HOUR / 2];
    expect([tried.slice(0, 5), tried.length, tried.at(-1)]).toEqual([first, 12, until]);
  });

  test('waits as long as it is asked to, a day at most, and never past its end', () => {
    expect(nextWebhookAttempt({ attempts: 1, until }, { now: 0, retryAfter: HOUR })).toBe(HOUR);
    expect(nextWebhookAttempt({ attempts: 1, until }, { now: 0, retryAfter: 1 })).toBe(5_000);
    expect(nextWebhookAttempt({ attempts: 1, until }, { now: 0, retryAfter: 99 * HOUR })).toBe(24 * HOUR);
    expect(nextWebhookAttempt({ attempts: 1, until }, { now: 71 * HOUR, retryAfter: 9 * HOUR })).toBe(until);
    expect(nextWebhookAttempt({ attempts: 1, until }, { now: until, retryAfter: null })).toBeNull();
  });
});

test('HOOK-6 a receiver is left alone after five failures, for five minutes at most', () => {
  expect([1, 4, 5, 6, 8, 20, 2_000].map(webhookPause)).toEqual([0, 0, 5_000, 10_000, 40_000, 300_000, 300_000]);
});

test('HOOK-7 an address is kept as it will be asked, so that nothing is hidden in how it is written', () => {
  const parse = (url: string) => parseWebhook({ url, events: ['claim.paid'], enabled: true });
  expect(parse('  HTTPS://Hooks.Example.com:443/a b  ')).toMatchObject({
    ok: true,
    value: { url: 'https://hooks.example.com/a%20b' },
  });
  expect(parse('http://0x7f.1/')).toMatchObject({ ok: true, value: { url: 'http://127.0.0.1/' } });
  for (const bad of [
    '',
    'x',
    'javascript:1',
    'http://10.0.0.1/',
    'https://a:b@example.com/',
    `https://e.com/${'x'.repeat(500)}`,
  ])
    expect([bad, parse(bad).ok]).toEqual([bad, false]);
});
