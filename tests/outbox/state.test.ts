import { describe, expect, test } from 'vitest';
import { STATES, type EntryState } from '#outbox/entry.ts';
import type { Outcome } from '#outbox/outcome.ts';
import { withoutPause, isDue, isLeased, isOver, LEASE_MS, next, pauseAfter, released } from '#outbox/state.ts';
import { anEntry } from '#tests/support/entries.ts';
import { fc } from '#tests/support/property.ts';

const NOW = 1_000_000;
const CONTEXT = { random: 0.5, sent: 0, turn: 0 };
const refusal = {
  status: 422,
  code: 'INVALID',
  message: 'Validity expired!',
  errors: { remarks: 'Please enter remark' },
};
const bills = [{ localId: 'b1', hash: 'h1', name: 'a.jpg', type: 'image/jpeg', size: 3, fingerPrint: 'h1' }];

const OUTCOMES: Record<Outcome['kind'], Outcome> = {
  sent: { kind: 'sent', answer: { success: true } },
  uploaded: { kind: 'uploaded', fingerPrint: 'h1' },
  offline: { kind: 'offline', why: 'network' },
  serverError: { kind: 'serverError', status: 500 },
  busy: { kind: 'busy', status: 429, retryAfter: 30_000 },
  inProgress: { kind: 'inProgress', retryAfter: 1_000 },
  signIn: { kind: 'signIn' },
  fileGone: { kind: 'fileGone', refusal: { ...refusal, code: 'FILE_GONE' } },
  billLost: { kind: 'billLost', localId: 'b1' },
  tooOld: { kind: 'tooOld' },
  refused: { kind: 'refused', refusal },
  notYet: { kind: 'notYet' },
  walled: { kind: 'walled', status: 413, bill: 'b1' },
};

/** The whole table: where each outcome leads from each state. A dash: it stays as it is. */
const TABLE: Record<Outcome['kind'], Record<EntryState, EntryState | '-'>> = {
  sent: { waiting: 'done', uploading: 'done', sending: 'done', signIn: 'done', needsYou: 'done', done: '-' },
  uploaded: { waiting: '-', uploading: '-', sending: '-', signIn: '-', needsYou: '-', done: '-' },
  offline: {
    waiting: 'waiting',
    uploading: 'waiting',
    sending: 'waiting',
    signIn: 'waiting',
    needsYou: '-',
    done: '-',
  },
  serverError: {
    waiting: 'waiting',
    uploading: 'waiting',
    sending: 'waiting',
    signIn: 'waiting',
    needsYou: '-',
    done: '-',
  },
  busy: { waiting: 'waiting', uploading: 'waiting', sending: 'waiting', signIn: 'waiting', needsYou: '-', done: '-' },
  inProgress: {
    waiting: 'waiting',
    uploading: 'waiting',
    sending: 'waiting',
    signIn: 'waiting',
    needsYou: '-',
    done: '-',
  },
  signIn: { waiting: 'signIn', uploading: 'signIn', sending: 'signIn', signIn: 'signIn', needsYou: '-', done: '-' },
  fileGone: {
    waiting: 'waiting',
    uploading: 'waiting',
    sending: 'waiting',
    signIn: 'waiting',
    needsYou: '-',
    done: '-',
  },
  billLost: {
    waiting: 'needsYou',
    uploading: 'needsYou',
    sending: 'needsYou',
    signIn: 'needsYou',
    needsYou: '-',
    done: '-',
  },
  tooOld: { waiting: 'waiting', uploading: 'waiting', sending: 'waiting', signIn: 'waiting', needsYou: '-', done: '-' },
  walled: { waiting: 'waiting', uploading: 'waiting', sending: 'waiting', signIn: 'waiting', needsYou: '-', done: '-' },
  notYet: { waiting: 'waiting', uploading: 'waiting', sending: 'waiting', signIn: 'waiting', needsYou: '-', done: '-' },
  refused: {
    waiting: 'needsYou',
    uploading: 'needsYou',
    sending: 'needsYou',
    signIn: 'needsYou',
    needsYou: '-',
    done: '-',
  },
};

describe('states by outcomes', () => {
  for (const [kind, row] of Object.entries(TABLE) as [Outcome['kind'], (typeof TABLE)['sent']][]) {
    for (const state of STATES) {
      test(`${state} + ${kind} → ${row[state]}`, () => {
        const before = anEntry({ state, bills, lease: { by: 'tab', epoch: 1, at: NOW }, attempts: 2 });
        const after = next(before, OUTCOMES[kind], NOW, CONTEXT);
        if (row[state] === '-') expect(after).toEqual(before);
        else {
          expect(after.state).toBe(row[state]);
          expect(after.lease, 'free for the next').toBeUndefined();
        }
        // Whatever happens: the key, the content and the order stay (OB-2, OB-3, OB-13).
        expect({ id: after.id, seq: after.seq, body: after.body, frozen: after.frozen, url: after.url }).toEqual({
          id: before.id,
          seq: before.seq,
          body: before.body,
          frozen: before.frozen,
          url: before.url,
        });
        expect(after.bills.map(({ hash }) => hash)).toEqual(['h1']);
      });
    }
  }
});

describe('pauses', () => {
  test('X16: 2 s doubling to 5 min, and never a last try', () => {
    let entry = anEntry();
    const pauses = Array.from({ length: 200 }, () => {
      entry = next(entry, OUTCOMES.offline, NOW, CONTEXT);
      return entry.retryAt - NOW;
    });
    expect(pauses.slice(0, 9)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000]);
    expect(pauses.at(-1)).toBe(300_000);
    expect(entry.state).toBe('waiting');
  });

  test('C7: jitter of a quarter either way, never above 5 min', () => {
    expect([pauseAfter(1, 0), pauseAfter(1, 0.5), pauseAfter(1, 0.999)]).toEqual([1_500, 2_000, 2_499]);
    expect(pauseAfter(50, 0.999)).toBe(300_000);
  });

  test('X15: Retry-After wins over the own pause, and phones do not come back together', () => {
    expect(next(anEntry({ attempts: 9 }), OUTCOMES.busy, NOW, { ...CONTEXT, random: 0 }).retryAt - NOW).toBe(30_000);
    expect(next(anEntry(), OUTCOMES.busy, NOW, { ...CONTEXT, random: 0.5 }).retryAt - NOW).toBe(33_000);
    expect(next(anEntry(), { kind: 'busy', status: 429, retryAfter: 0 }, NOW, CONTEXT).retryAt - NOW).toBe(1_000);
  });

  test('N2: 401 does not count as an attempt', () => {
    expect(next(anEntry({ attempts: 3 }), OUTCOMES.signIn, NOW, CONTEXT).attempts).toBe(3);
  });

  test('X17: ten server errors in a row while others get through: tried slowly, kept for ever', () => {
    let entry = anEntry();
    for (let i = 0; i < 9; i += 1) entry = next(entry, OUTCOMES.serverError, NOW, { ...CONTEXT, sent: i });
    expect(entry.retryAt - NOW).toBe(300_000);
    entry = next(entry, OUTCOMES.serverError, NOW, { ...CONTEXT, sent: 9 });
    expect(entry).toMatchObject({ state: 'waiting', serverErrors: 10, retryAt: NOW + 3_600_000 });
    expect(next(entry, OUTCOMES.offline, NOW, CONTEXT).serverErrors).toBe(0);
  });

  test('X16: a server that is down for everybody is tried every 5 min', () => {
    let entry = anEntry();
    for (let i = 0; i < 30; i += 1) entry = next(entry, OUTCOMES.serverError, NOW, CONTEXT);
    expect(entry.retryAt - NOW).toBe(300_000);
  });

  const AWAY = { kind: 'serverError', status: 502, away: true } as const;

  test('X16: while what stands before our server answers for it, it is tried every half minute', () => {
    let entry = anEntry();
    const pauses = Array.from({ length: 9 }, () => {
      entry = next(entry, AWAY, NOW, CONTEXT);
      return entry.retryAt - NOW;
    });
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
    // A wish is a wish, and an entry that ends our server each time is tried slowly all the same (X17).
    expect(next(entry, { ...AWAY, retryAfter: 120_000 }, NOW, { ...CONTEXT, random: 0 }).retryAt - NOW).toBe(120_000);
    expect(next(entry, AWAY, NOW, { ...CONTEXT, sent: 1 }).retryAt - NOW).toBe(3_600_000);
  });

  test('X16: after however many attempts, by any dice, the pause is no longer than that, or than any other', () => {
    const attempt = fc.record({ attempts: fc.nat(1_000), random: fc.double({ min: 0, max: 0.999, noNaN: true }) });
    fc.assert(
      fc.property(attempt, ({ attempts, random }) => {
        const pauseOf = (away: boolean): number =>
          next(anEntry({ attempts }), { ...AWAY, away }, NOW, { ...CONTEXT, random }).retryAt - NOW;
        expect(pauseOf(true)).toBeLessThanOrEqual(30_000);
        expect(pauseOf(true)).toBeGreaterThanOrEqual(Math.min(pauseOf(false), 22_500));
        expect(pauseOf(true)).toBeLessThanOrEqual(pauseOf(false));
      }),
    );
  });

  test('"Try again" ends the pause', () => {
    const entry = next(anEntry({ attempts: 7 }), OUTCOMES.offline, NOW, CONTEXT);
    expect(isDue(entry, NOW)).toBe(false);
    expect(isDue(withoutPause(entry), NOW)).toBe(true);
  });
});

describe('bills', () => {
  test('FILE_GONE uploads again three times, then asks', () => {
    let entry = anEntry({ bills, maybeSent: true, frozen: '{}' });
    for (let i = 1; i <= 3; i += 1) {
      entry = next(entry, OUTCOMES.fileGone, NOW, CONTEXT);
      expect(entry).toMatchObject({ state: 'waiting', filesGone: i });
      expect(entry.bills[0]?.fingerPrint).toBeUndefined();
    }
    expect(next(entry, OUTCOMES.fileGone, NOW, CONTEXT)).toMatchObject({
      state: 'needsYou',
      refusal: { code: 'FILE_GONE' },
    });
  });

  test('FILE_GONE about bills that this phone does not have asks at once', () => {
    expect(next(anEntry(), OUTCOMES.fileGone, NOW, CONTEXT).state).toBe('needsYou');
  });

  test('X29: a lost bill asks for that bill and keeps the rest', () => {
    const two = [...bills, { localId: 'b2', hash: 'h2', name: 'b.jpg', type: 'image/jpeg', size: 3 }];
    const entry = next(anEntry({ bills: two, face: { title: 'Taxi ₹450' } }), OUTCOMES.billLost, NOW, CONTEXT);
    expect(entry.bills.map(({ lost }) => lost)).toEqual([true, undefined]);
    expect(entry.refusal).toMatchObject({
      code: 'BILL_LOST',
      bill: 'b1',
      message: 'The phone lost the photo of this bill. Everything else is safe. Attach the bill for Taxi ₹450 again.',
    });
  });
});

describe('C9: the device clock decides nothing that matters', () => {
  const YEARS = 10 * 365 * 86_400_000;
  test('a pause set before the clock went back is over', () => {
    const entry = next(anEntry(), OUTCOMES.offline, NOW + YEARS, CONTEXT);
    expect(isDue(entry, NOW)).toBe(true);
  });

  test('X23: a lease runs out after 90 s, and when the clock went back', () => {
    const entry = anEntry({ lease: { by: 'tab', epoch: 1, at: NOW } });
    expect([
      isLeased(entry, NOW),
      isLeased(entry, NOW + LEASE_MS - 1),
      isLeased(entry, NOW + LEASE_MS),
      isLeased(entry, NOW - 1),
      isLeased(released(entry), NOW),
    ]).toEqual([true, true, false, false, false]);
  });

  test('OB-2: only what is sent goes away by time', () => {
    for (const state of STATES) {
      const entry = anEntry({ state, sentAt: NOW });
      for (const at of [NOW - YEARS, NOW, NOW + 86_399_999, NOW + 86_400_000, NOW + YEARS])
        expect(isOver(entry, at), `${state} at ${at}`).toBe(state === 'done' && Math.abs(at - NOW) >= 86_400_000);
    }
  });
});
