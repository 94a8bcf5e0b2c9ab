import { render, screen } from '@testing-library/react';
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
