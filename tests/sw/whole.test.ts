import { describe, expect, it, vi } from 'vitest';
import { lengthsOf } from '#sw/files.ts';
import { dropPieces, fetchWhole, isWhole } from '#sw/whole.ts';

const FILE = 'export const x = 42;';
const BASE = 'https://k.example';
const PIECE = FILE.slice(0, 6);

/** A network that answers with these texts, one after the other. */
function network(...texts: string[]) {
  const asked: (RequestCache | undefined)[] = [];
  const get = (_url: unknown, init?: RequestInit): Promise<Response> => {
    asked.push(init?.cache);
    return Promise.resolve(new Response(texts.shift()));
  };
  return { asked, get: get as typeof fetch };
}

describe('SW-2: only whole files are kept', () => {
  it('a file that came whole is asked for once', async () => {
    const { asked, get } = network(FILE);
    expect(await (await fetchWhole('/assets/x.js', FILE.length, 'default', get)).text()).toBe(FILE);
    expect(asked).toEqual(['default']);
  });

  it.each(['', PIECE])('of one that was cut off (“%s”) the browser’s own cache is not asked again', async (came) => {
    const { asked, get } = network(came, FILE);
    expect(await (await fetchWhole('/assets/x.js', FILE.length, 'default', get)).text()).toBe(FILE);
    expect(asked).toEqual(['default', 'reload']);
  });

  it('one that is cut off twice did not come', async () => {
    const { get } = network(PIECE, PIECE);
    await expect(fetchWhole('/assets/x.js', FILE.length, 'default', get)).rejects.toThrow('/assets/x.js did not come');
  });

  it('a page in its place is not the file, however long it is, and is not asked for again', async () => {
    const refused = new Response('x'.repeat(FILE.length), { status: 404 });
    expect(await isWhole(refused, FILE.length)).toBe(false);
    const get = vi.fn(() => Promise.resolve(refused));
    await expect(fetchWhole('/assets/x.js', FILE.length, 'default', get)).rejects.toThrow('did not come');
    expect(get).toHaveBeenCalledOnce();
  });

  it('what a proxy has added to is taken, and a file of unknown length', async () => {
    for (const [text, least] of [
      [`${FILE}//`, FILE.length],
      ['anything', 0],
    ] as const)
      expect(await (await fetchWhole('/x', least, 'default', network(text).get)).text()).toBe(text);
  });

  it('the length is that of the build, by the path', () => {
    const lengthOf = lengthsOf([
      { url: 'assets/x.js', revision: null, bytes: 20 },
      { url: '/manifest.webmanifest', revision: '1' },
    ]);
    expect(['/assets/x.js', '/manifest.webmanifest', '/gone.js'].map(lengthOf)).toEqual([20, 0, 0]);
  });

  it('pieces that an earlier build has kept go, and nothing else', async () => {
    const others = { '/assets/of-before.js': '', '/index.html?__WB_REVISION__=before': '' };
    const kept: Record<string, Record<string, string>> = {
      app: { '/assets/x.js': PIECE, '/assets/y.js': FILE, ...others },
      pages: { '/home': '' },
    };
    const cacheOf = (rows: Record<string, string>) => ({
      keys: async () => Object.keys(rows).map((path) => ({ url: BASE + path })),
      match: async ({ url }: Request) => new Response(rows[url.slice(BASE.length)]),
      delete: async ({ url }: Request) => delete rows[url.slice(BASE.length)],
    });
    const store = { keys: async () => Object.keys(kept), open: async (name: string) => cacheOf(kept[name] ?? {}) };
    const ofThisBuild = ['/assets/x.js', '/assets/y.js', '/index.html'];
    await dropPieces((path) => (ofThisBuild.includes(path) ? FILE.length : 0), store as unknown as CacheStorage);
    expect(kept).toEqual({ app: { '/assets/y.js': FILE, ...others }, pages: { '/home': '' } });
  });
});
