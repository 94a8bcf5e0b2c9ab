import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilDone } from '#app/untilDone.ts';

describe('SW-4: what could not be fetched or registered', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is tried again, each time after twice as long, and at least every five minutes', () => {
    const starts: number[] = [];
    const begin = Date.now();
    untilDone((again) => {
      starts.push((Date.now() - begin) / 1_000);
      again();
    });
    vi.advanceTimersByTime(1_600_000);
    const waits = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(waits.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('is not tried again once it succeeded', () => {
    const work = vi.fn<(again: () => void) => void>();
    untilDone(work);
    vi.advanceTimersByTime(1_000_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
