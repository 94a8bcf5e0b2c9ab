import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Desk } from '#sw/addresses.ts';
import { keepDesksAgain } from '#sw/desks.ts';

const NEW: Record<Desk, string[]> = {
  campaigns: ['/assets/campaigns-new.js', '/assets/campaigns-new.css'],
  tally: ['/assets/tally-new.js', '/assets/tallyWords-same.js'],
};

function kept(paths: readonly string[], { network = true, length = 5 } = {}) {
  const here = new Set(paths);
  const added: string[] = [];
  const cache = {
    keys: () => Promise.resolve([...here].map((path) => ({ url: `https://claims.example.com${path}` }))),
    match: (path: string) => Promise.resolve(here.has(path) ? new Response('') : undefined),
    put: (path: string) => {
      added.push(path);
      here.add(path);
      return Promise.resolve();
    },
  };
  vi.stubGlobal('fetch', () =>
    network ? Promise.resolve(new Response('fresh')) : Promise.reject(new TypeError('no network')),
  );
  const store = { open: () => Promise.resolve(cache) } as unknown as CacheStorage;
  return {
    here,
    added,
    again: () =>
      keepDesksAgain(
        (desk) => NEW[desk],
        () => length,
        store,
      ),
  };
}

afterEach(() => void vi.unstubAllGlobals());

describe('SW-1: screens of a desk at an update', () => {
  it('are fetched where the build before kept some, beside the old ones, and what is the same is not', async () => {
    const { here, added, again } = kept(['/assets/tally-old.js', '/assets/tallyWords-same.js']);
    await again();
    expect(added).toEqual(['/assets/tally-new.js']);
    expect(here.has('/assets/tally-old.js')).toBe(true);
  });

  it('are not fetched where nobody works there', async () => {
    const { added, again } = kept(['/assets/companyPolicy-old.js']);
    await again();
    expect(added).toEqual([]);
  });

  it('do not come: the new build is not at work yet', async () => {
    await expect(kept(['/assets/campaigns-old.js'], { network: false }).again()).rejects.toThrow('no network');
  });

  it('come in pieces: none is kept', async () => {
    const { added, again } = kept(['/assets/campaigns-old.js'], { length: 9_000 });
    await expect(again()).rejects.toThrow('did not come');
    expect(added).toEqual([]);
  });
});
