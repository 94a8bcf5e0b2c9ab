import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startNightly } from '#server/main/dailyJobs.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['Asia/Kolkata', '2026-07-15T12:00:00+05:30', ['2026-07-15T21:30:00.000Z', '2026-07-16T21:30:00.000Z']],
  // The clocks go forward in the night of 29 March.
  ['Europe/Berlin', '2026-03-28T12:00:00+01:00', ['2026-03-29T01:00:00.000Z', '2026-03-30T01:00:00.000Z']],
])('runs at three in the night of %s, however late the server was started', async (zone, started, expected) => {
  vi.setSystemTime(Date.parse(started));
  const ran: string[] = [];
  const stop = startNightly(
    () => zone,
    () => ran.push(new Date().toISOString()),
  );
  await vi.advanceTimersByTimeAsync(2 * 86_400_000);
  expect(ran.map((at) => `${at.slice(0, 17)}00.000Z`)).toEqual(expected);
  stop();
  await vi.advanceTimersByTimeAsync(2 * 86_400_000);
  expect(ran).toHaveLength(2);
});

test('where the zone is another one by the next night, it runs by the hours of that one from then on', async () => {
  vi.setSystemTime(Date.parse('2026-07-15T12:00:00Z'));
  let zone = 'Asia/Kolkata';
  const ran: string[] = [];
  const stop = startNightly(
    () => zone,
    () => ran.push(new Date().toISOString()),
  );
  zone = 'UTC';
  await vi.advanceTimersByTimeAsync(2 * 86_400_000);
  expect(ran.map((at) => at.slice(0, 16))).toEqual(['2026-07-15T21:30', '2026-07-16T03:00', '2026-07-17T03:00']);
  stop();
});
