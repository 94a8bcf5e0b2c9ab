import { expect, test } from 'vitest';
import {
  judgeLeaverCall,
  judgeLeaverChange,
  LEAVERS_ALONE,
  leaverLinkEnds,
  leaverLinksSince,
  leaverMail,
} from '#domain/leaver.ts';
import { fc } from '#tests/support/property.ts';

const DAY = 86_400_000;
const LEFT = Date.parse('2026-07-15T18:00:00+05:30');

test.each([
  ['at once', 0, 14, true],
  ['a moment before it is over', 14 * DAY - 1, 14, true],
  ['as it is over', 14 * DAY, 14, false],
  ['later', 30 * DAY, 14, false],
  ['where there is none', 0, 0, false],
  ['after the longest', 28 * DAY, 28, false],
])('ORG-41 a link is good %s: %s', (_when, after, days, good) => {
  expect(LEFT > leaverLinksSince(LEFT + after, days)).toBe(good);
});

test('ORG-41 a link is good from leaving until it ends, for however many days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 28 }), fc.integer({ min: 0, max: 40 * DAY }), (days, after) => {
      expect(LEFT > leaverLinksSince(LEFT + after, days)).toBe(LEFT + after < leaverLinkEnds(LEFT, days));
    }),
  );
});

test.each([
  ['before leaving', LEFT - 1, true],
  ['as one left', LEFT, true],
  ['after leaving', LEFT + 1, false],
  ['nobody can tell when', null, false],
])('ORG-42 a change that was saved %s', (_when, savedAt, ok) => {
  expect(judgeLeaverChange(savedAt, LEFT)).toEqual(ok ? { ok: true } : expect.objectContaining({ ok: false }));
});

test('ORG-42 a call that does not say that it is for leavers is refused by one sentence', () => {
  expect(judgeLeaverCall(true).ok).toBe(true);
  expect(judgeLeaverCall(false)).toMatchObject({ ok: false, code: 'FORBIDDEN', message: LEAVERS_ALONE });
});

test('ORG-41 the mail says whose it is, for how long, where to open it, and names the secret once', () => {
  const facts = { name: 'Asha Nair', organisation: 'Acme', address: 'https://claims.acme.example' };
  const { subject, text } = leaverMail({ ...facts, secret: 'a-secret', until: '28-07-2026' });
  expect(subject).not.toContain('a-secret');
  expect(text.split('a-secret')).toHaveLength(2);
  for (const word of ['Asha Nair', 'Acme', 'https://claims.acme.example/leaving#a-secret', '28-07-2026', 'that phone'])
    expect(text).toContain(word);
});
