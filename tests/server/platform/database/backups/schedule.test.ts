import { describe, expect, it } from 'vitest';
import { sortOut } from '#server/platform/database/backups/schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1);
const dated = (...moments: number[]) => moments.map((at) => ({ at }));
const dayOf = (at: number): number => Math.floor(at / DAY);

describe('which backups are kept', () => {
  it('all of the last day', () => {
    const quarters = dated(...Array.from({ length: 96 }, (_, n) => START + n * 15 * MINUTE));
    expect(sortOut(quarters, START + DAY - 1).dropped).toEqual([]);
  });

  it('the newest of each day for a month, the newest of each month for a year', () => {
    const days = Array.from({ length: 500 }, (_, n) => [START + n * DAY, START + n * DAY + HOUR]).flat();
    const now = START + 499 * DAY + 2 * HOUR;
    const { kept, dropped } = sortOut(dated(...days), now);
    expect(kept.length + dropped.length).toBe(days.length);
    const moments = kept.map(({ at }) => at);
    expect(moments.every((at) => at % DAY === HOUR || now - at < DAY)).toBe(true);
    expect(moments.filter((at) => now - at < 31 * DAY).map(dayOf)).toEqual([
      ...Array.from({ length: 30 }, (_, n) => dayOf(now) - 30 + n),
      dayOf(now),
      dayOf(now),
    ]);
    const older = moments.filter((at) => now - at >= 31 * DAY).map((at) => new Date(at).toISOString().slice(0, 10));
    expect(older).toEqual([
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ]);
  });

  it('the newest of all, however old it is, and one from the future', () => {
    expect(sortOut(dated(START, START - DAY), START + 900 * DAY).kept).toEqual(dated(START));
    expect(sortOut(dated(START + 5 * DAY), START).kept).toEqual(dated(START + 5 * DAY));
    expect(sortOut([], START)).toEqual({ kept: [], dropped: [] });
  });

  it('applied at every backup of a year and a half, it leaves no day of the month and no month of the year out', () => {
    let there: { at: number }[] = [];
    let most = 0;
    for (let now = START; now < START + 550 * DAY; now += 3 * HOUR) {
      there = sortOut([...there, { at: now }], now).kept;
      most = Math.max(most, there.length);
      if (now - START < 400 * DAY || now % DAY !== 0) continue;
      const days = new Set(there.map(({ at }) => dayOf(at)));
      for (let back = 0; back < 31; back++) expect(days.has(dayOf(now) - back)).toBe(true);
      expect(new Set(there.map(({ at }) => new Date(at).toISOString().slice(0, 7))).size).toBeGreaterThanOrEqual(12);
    }
    expect(most).toBeLessThan(8 + 31 + 13);
  });
});
