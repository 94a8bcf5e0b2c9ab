import { afterEach, describe, expect, it, vi } from 'vitest';
import { renewFile } from '../../src/app/renewFile.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('SW-2: a file of the app that cannot be loaded', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://k.example/assets/sendParts-Ab_1-x.js',
    'error loading dynamically imported module: https://k.example/assets/sendParts-Ab_1-x.js',
    'Unable to preload CSS for /assets/sendParts-Ab_1-x.js',
  ])('is fetched past the browser’s cache: %s', async (message) => {
    const get = vi.fn(() => Promise.resolve(new Response('whole')));
    vi.stubGlobal('fetch', get);
    await renewFile(new TypeError(message));
    expect(get).toHaveBeenCalledExactlyOnceWith('/assets/sendParts-Ab_1-x.js', { cache: 'reload' });
  });

  it('is not guessed where the browser names none, and may fail again', async () => {
    const get = vi.fn(() => Promise.reject(new TypeError('no network')));
    vi.stubGlobal('fetch', get);
    await renewFile(new TypeError('Importing a module script failed.'));
    expect(get).not.toHaveBeenCalled();
    await renewFile(new TypeError('Failed to fetch dynamically imported module: https://k.example/assets/a-1.js'));
    expect(get).toHaveBeenCalledOnce();
  });
});
