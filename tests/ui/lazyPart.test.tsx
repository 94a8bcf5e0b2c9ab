import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LastResort } from '#app/ErrorScreen.tsx';
import { lazyPart, optionalPart } from '#ui/lazyPart.tsx';

it('S3: a piece of the app that does not come at first is asked for again, and shown', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(() => 'here');
  const Part = lazyPart(load);
  render(<Part fallback={<p>loading</p>} />);
  expect(screen.getByText('loading')).toBeInTheDocument();
  expect(await screen.findByText('here', {}, { timeout: 10_000 })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

it('shows what has been fetched ahead in the first frame, without what stands in its place', async () => {
  const Part = lazyPart(async () => ({ word }: { word: string }) => <p>{word}</p>);
  await Part.preload();
  const { rerender } = render(<Part word="one" fallback={<p>loading</p>} />);
  expect(screen.getByText('one')).toBeInTheDocument();
  rerender(<Part word="two" fallback={<p>loading</p>} />);
  expect(screen.getByText('two')).toBeInTheDocument();
});

it('shows what comes while something stands in its place as soon as it is there', async () => {
  // As a browser draws, where React keeps what `Suspense` shows for 300 ms.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const drawn = async (): Promise<string | null> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    return place.textContent;
  };
  const Part = lazyPart(() => new Promise<() => string>((resolve) => setTimeout(() => resolve(() => 'here'), 20)));
  root.render(<Part fallback="loading" />);
  expect(await drawn()).toBe('loading');
  vi.advanceTimersByTime(20);
  expect(await drawn()).toBe('here');
});

it('keeps what it shows where the code was fetched after it had been asked for', async () => {
  const made = vi.fn<() => void>();
  const Part = lazyPart(async () => () => {
    useState(() => made());
    return <p>here</p>;
  });
  const { rerender } = render(<Part fallback={<p>loading</p>} />);
  const shown = await screen.findByText('here');
  rerender(<Part fallback={<p>loading</p>} />);
  expect(screen.getByText('here')).toBe(shown);
  expect(made).toHaveBeenCalledTimes(1);
});

it('S3: where it did not come at all, trying again asks again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValue(new TypeError('error loading module script'));
  const Part = lazyPart(load);
  render(
    <LastResort>
      <Part />
    </LastResort>,
  );
  const settle = () => act(() => vi.advanceTimersByTimeAsync(10_000));
  await settle();
  expect(screen.getByText('Not on this device yet')).toBeInTheDocument();
  load.mockResolvedValue(() => 'here');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(screen.getByText('here')).toBeInTheDocument();
});

it('S3: a screen stays without a part that it is whole without, which comes with the network', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValue(new TypeError('error loading module script'));
  const Part = optionalPart(load);
  render(
    <LastResort>
      <p>rows</p>
      <Part fallback={<p>loading</p>} />
    </LastResort>,
  );
  const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await settle(60_000);
  expect(screen.getByText('rows')).toBeInTheDocument();
  expect(screen.getByText('loading')).toBeInTheDocument();
  load.mockResolvedValue(() => 'here');
  await settle(60_000);
  expect(screen.getByText('here')).toBeInTheDocument();
  expect(screen.getByText('rows')).toBeInTheDocument();
});

it('S3: what is no longer shown is not asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValue(new TypeError('error loading module script'));
  const Part = optionalPart(load);
  const { unmount } = render(<Part />);
  unmount();
  await vi.advanceTimersByTimeAsync(200_000);
  // At first, and three times in a row.
  expect(load).toHaveBeenCalledTimes(4);
});

it('tells of a part that is optional and fails as it runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const told = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', told);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const fault = new Error('rows is not iterable');
  const Part = optionalPart(() => Promise.reject(fault));
  render(<Part fallback={<p>loading</p>} />);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(told.mock.calls).toEqual([[fault]]);
  expect(screen.getByText('loading')).toBeInTheDocument();
});
