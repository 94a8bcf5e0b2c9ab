import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenAtHand } from '#ui/whenAtHand.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

function withWorker(controller: object | null): EventTarget {
  const worker = Object.assign(new EventTarget(), { controller });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  return worker;
}

it.each([
  ['there is no worker in this browser', undefined],
  ['the worker answers the page', {}],
])('fetches ahead when idle where %s', async (_, controller) => {
  if (controller) withWorker(controller);
  const run = vi.fn();
  whenAtHand(run);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('SW-4: leaves the link of a first visit to the worker, and begins when that answers the page', async () => {
  const worker = withWorker(null);
  const [run, calledOff] = [vi.fn(), vi.fn()];
  whenAtHand(run);
  whenAtHand(calledOff)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(run).not.toHaveBeenCalled();
  worker.dispatchEvent(new Event('controllerchange'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(run).toHaveBeenCalledTimes(1);
  expect(calledOff).not.toHaveBeenCalled();
});
