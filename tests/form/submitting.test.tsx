import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSubmitting } from '#form/useSubmitting.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A form whose storing ends when it is told to. */
function aForm() {
  const ends: (() => void)[] = [];
  const { result } = renderHook(() => useSubmitting());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    press: () => act(() => result.current.start(() => new Promise<void>((end) => ends.push(end)))),
    isBusy: () => result.current.busy,
    pass,
    begun: () => ends.length,
    end: async () => {
      ends.at(-1)?.();
      await pass(0);
    },
  };
}

it('a form shows no busy button where the form is stored at once', async () => {
  const form = aForm();
  form.press();
  await form.pass(100);
  expect(form.isBusy()).toBe(false);
  await form.end();
  await form.pass(1_000);
  expect(form.isBusy()).toBe(false);
});

it('a form shows a busy button as long as it takes longer', async () => {
  const form = aForm();
  form.press();
  await form.pass(200);
  expect(form.isBusy()).toBe(true);
  await form.end();
  expect(form.isBusy()).toBe(false);
});

it('a form is submitted once, however often it is pressed, and again after that', async () => {
  const form = aForm();
  for (let n = 0; n < 3; n += 1) form.press();
  expect(form.begun()).toBe(1);
  await form.end();
  form.press();
  expect(form.begun()).toBe(2);
});
