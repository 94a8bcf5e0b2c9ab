import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart } from '#ui/lazyPart.tsx';

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
