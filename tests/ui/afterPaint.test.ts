import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPaint } from '#ui/afterPaint.ts';
import { onceFilled } from '#ui/onceFilled.ts';

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs after the next frame, once', () => {
  const run = vi.fn<() => void>();
  afterPaint(run);
  vi.advanceTimersByTime(100);
  expect(run).not.toHaveBeenCalled();
  frames.forEach((frame) => frame(0));
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('runs all the same where the page is hidden before its next frame, and draws none', () => {
  const run = vi.fn<() => void>();
  afterPaint(run);
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not run once it was called off', () => {
  const run = vi.fn<() => void>();
  afterPaint(run)();
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
});

it('leaves what fills the frame before it, and waits for a page that is never at rest 250 ms at most', () => {
  const idle = vi.fn<(run: () => void, options: IdleRequestOptions) => number>(() => 7);
  const cancel = vi.fn<(id: number) => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  vi.stubGlobal('cancelIdleCallback', cancel);
  const run = vi.fn<() => void>();
  const callOff = onceFilled(run);
  expect(idle).not.toHaveBeenCalled();
  frames.forEach((frame) => frame(0));
  vi.advanceTimersByTime(100);
  expect(idle).toHaveBeenCalledExactlyOnceWith(run, { timeout: 250 });
  callOff();
  expect(cancel).toHaveBeenCalledExactlyOnceWith(7);
});

it('is called off before its frame, too', () => {
  const run = vi.fn<() => void>();
  onceFilled(run)();
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
});
