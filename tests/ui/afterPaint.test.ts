import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterPaint } from '#ui/afterPaint.ts';

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
