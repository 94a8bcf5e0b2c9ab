import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBackground } from '#app/background.ts';

const { startPrefetching, lost } = vi.hoisted(() => ({ startPrefetching: vi.fn(), lost: { times: 0 } }));
// A module that does not come is one whose export throws when it is read.
vi.mock('#data/prefetch.ts', () => ({
  get startPrefetching() {
    if (lost.times-- > 0) throw new TypeError('Failed to fetch dynamically imported module');
    return startPrefetching;
  },
}));

beforeEach(() => {
  startPrefetching.mockReset();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** Timers fire at once; modules come in their own time. */
const pass = async (millis: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(millis);
  await vi.dynamicImportSettled();
};

const begin = (): void => startBackground(new QueryClient(), document.createElement('div'), () => false, false);

it('lists are fetched ahead once the page had some seconds for what is asked of it', async () => {
  lost.times = 0;
  begin();
  await pass(7_000);
  expect(startPrefetching).not.toHaveBeenCalled();
  await pass(5_000);
  expect(startPrefetching).toHaveBeenCalledOnce();
});

it('SW-4 what fetches them is asked for again where it did not come', async () => {
  lost.times = 1;
  begin();
  await pass(8_500);
  expect(startPrefetching).not.toHaveBeenCalled();
  await pass(5_500);
  expect(startPrefetching).toHaveBeenCalledOnce();
});
