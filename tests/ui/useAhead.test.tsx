import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAhead } from '#ui/useAhead.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const hook = (value = 'list') => renderHook(({ value: now }) => useAhead(now), { initialProps: { value } });
const frame = (): void => act(() => void vi.runAllTimers());

it('shows what is to come at once, and is followed once, after the frame', () => {
  const { result, rerender } = hook();
  const follow = vi.fn<() => void>();
  act(() => void result.current[1]((value) => `${value}?open=1`, follow));
  expect(result.current[0]).toBe('list?open=1');
  expect(follow).not.toHaveBeenCalled();
  frame();
  expect(follow).toHaveBeenCalledOnce();
  expect(result.current[0]).toBe('list?open=1');
  rerender({ value: 'list?open=1' });
  rerender({ value: 'list' });
  // Back: what was led to before is not shown again.
  expect(result.current[0]).toBe('list');
  frame();
  expect(follow).toHaveBeenCalledOnce();
});

it('says whether what it takes the place of is never followed', () => {
  const { result } = hook();
  const first = vi.fn<() => void>();
  const second = vi.fn<() => void>();
  const said: boolean[] = [];
  const lead = (to: string, follow?: () => void): void =>
    act(() => void said.push(result.current[1](() => to, follow)));
  lead('a', first);
  lead('b', second);
  frame();
  lead('list');
  expect(result.current[0]).toBe('list');
  lead('c', first);
  lead('list');
  frame();
  expect(said).toEqual([false, true, false, false, true]);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});

it('loses no step of two that are quicker than what follows the first', () => {
  const { result, rerender } = hook('page 1');
  const follow = vi.fn<(page: number) => void>();
  const lead = (page: number): void =>
    act(() => {
      result.current[1](
        () => `page ${page}`,
        () => follow(page),
      );
    });
  lead(2);
  frame();
  lead(3);
  rerender({ value: 'page 2' });
  expect(result.current[0]).toBe('page 3');
  frame();
  expect(follow.mock.calls).toEqual([[2], [3]]);
  expect(result.current[0]).toBe('page 3');
  rerender({ value: 'page 3' });
  rerender({ value: 'page 2' });
  expect(result.current[0]).toBe('page 2');
});

it('drops what has not been followed yet, and nothing else', () => {
  const { result, rerender } = hook();
  const follow = vi.fn<() => void>();
  const drop = (): void => act(() => result.current[2]());
  act(() => void result.current[1](() => 'a', follow));
  drop();
  expect(result.current[0]).toBe('list');
  frame();
  expect(follow).not.toHaveBeenCalled();
  act(() => void result.current[1](() => 'b', follow));
  frame();
  drop();
  expect(result.current[0]).toBe('b');
  rerender({ value: 'b' });
  expect(result.current[0]).toBe('b');
  expect(follow).toHaveBeenCalledOnce();
});

it('is not followed where the page is left', () => {
  const { result, unmount } = hook();
  const follow = vi.fn<() => void>();
  act(() => void result.current[1](() => 'a', follow));
  unmount();
  frame();
  expect(follow).not.toHaveBeenCalled();
});
