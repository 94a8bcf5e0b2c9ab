import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lazyRouteComponent } from '#app/lazyRoute.ts';

const missing = (): TypeError => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

it('S3: the router hears that a screen’s code does not come, and asks for it again when it is opened', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn<() => Promise<{ Page: () => string }>>().mockRejectedValue(missing());
  const Screen = lazyRouteComponent(load, 'Page');
  const refused = expect(Screen.preload()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue({ Page: () => 'here' });
  await Screen.preload();
  render(<Screen />);
  expect(screen.getByText('here')).toBeInTheDocument();
  expect(Screen.preload()).toBeUndefined();
});
