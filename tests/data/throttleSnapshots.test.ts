import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttleSnapshots } from '#data/throttleSnapshots.ts';
import type { Entry } from '#outbox/entry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entries = (...states: Entry['state'][]): Entry[] => states.map((state, n) => ({ id: `e${n}`, state }) as Entry);
const shown = (): { told: string[]; show: (list: readonly Entry[]) => void } => {
  const told: string[] = [];
  return { told, show: (list) => void told.push(list.map(({ state }) => state).join(' ')) };
};

test('an entry that is new or gone is shown at once, whatever was shown just before', () => {
  const { told, show } = shown();
  const { push } = throttleSnapshots(show);
  push(entries('waiting'));
  push(entries('waiting', 'waiting'));
  push(entries('waiting'));
  expect(told).toEqual(['waiting', 'waiting waiting', 'waiting']);
});

test('entries that only move on are shown at once after a rest, then the last of them after a pause', () => {
  const { told, show } = shown();
  const { push } = throttleSnapshots(show);
  push(entries('waiting', 'waiting'));
  push(entries('sending', 'waiting'));
  push(entries('done', 'waiting'));
  push(entries('done', 'sending'));
  expect(told).toEqual(['waiting waiting']);
  vi.advanceTimersByTime(200);
  expect(told).toEqual(['waiting waiting', 'done sending']);
  vi.advanceTimersByTime(1_000);
  push(entries('done', 'done'));
  expect(told).toEqual(['waiting waiting', 'done sending', 'done done']);
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(3);
});

test('what waits to be shown is passed over by a new entry, and forgotten when it stops (ID-1)', () => {
  const { told, show } = shown();
  const { push, stop } = throttleSnapshots(show);
  push(entries('waiting'));
  push(entries('sending'));
  push(entries('sending', 'waiting'));
  push(entries('done', 'waiting'));
  stop();
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(['waiting', 'sending waiting']);
});
