import { describe, expect, it } from 'vitest';
import { filesToInstall } from '#sw/files.ts';
import { keepRest } from '#sw/keepRest.ts';

const BASE = 'https://claims.example.com/';
const at = (path: string): string => BASE + path;

/** A cache by its keys, and the network: `down` after this many answers. */
function place(kept: string[], answers = Infinity) {
  const rows = new Map<string, Response>(kept.map((path) => [at(path), new Response('kept')]));
  const asked: [string, RequestCache | undefined][] = [];
  const cache = {
    keys: () => Promise.resolve([...rows.keys()].map((url) => new Request(url))),
    put: (key: RequestInfo | URL, response: Response) => Promise.resolve(void rows.set(String(key), response)),
  };
  let left = answers;
  const get = (url: unknown, init?: RequestInit): Promise<Response> => {
    asked.push([String(url), init?.cache]);
    left -= 1;
    return left < 0
      ? Promise.reject(new TypeError('no network'))
      : Promise.resolve(new Response('fresh', { status: String(url).includes('gone') ? 404 : 200 }));
  };
  return { rows, asked, cache, get: get as typeof fetch };
}
const anyLength = (): number => 0;
const wanted = (...paths: string[]): Map<string, string> => new Map(paths.map((path) => [at(path), at(path)]));

describe('SW-4 P20: what the first install leaves is kept afterwards', () => {
  it('fetches what is not there yet, and nothing twice', async () => {
    const { rows, asked, cache, get } = place(['assets/app-1.js']);
    const names = Array.from({ length: 9 }, (_, n) => `assets/piece-${n}.js`);
    await keepRest(cache, wanted('assets/app-1.js', ...names), anyLength, get);
    expect(asked.map(([url]) => url).toSorted()).toEqual(names.map(at));
    expect(rows.size).toBe(10);
    await keepRest(cache, wanted('assets/app-1.js', ...names), anyLength, get);
    expect(asked).toHaveLength(9);
  });

  it('asks for several at a time: on a slow link each takes a round trip', async () => {
    const { cache, get } = place([]);
    let [underWay, most] = [0, 0];
    const slowly: typeof fetch = async (...asked) => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      return get(...asked);
    };
    await keepRest(cache, wanted(...Array.from({ length: 20 }, (_, n) => `assets/piece-${n}.js`)), anyLength, slowly);
    expect(most).toBe(6);
  });

  it('goes on where it was cut off', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `assets/piece-${n}.js`);
    const first = place([], 5);
    await expect(keepRest(first.cache, wanted(...names), anyLength, first.get)).rejects.toThrow('no network');
    expect(first.rows.size).toBe(5);
    const second = place([...first.rows.keys()].map((url) => url.slice(BASE.length)));
    await keepRest(second.cache, wanted(...names), anyLength, second.get);
    expect(second.asked).toHaveLength(4);
    expect(second.rows.size).toBe(9);
  });

  it('keeps no answer that is not the file, and bypasses the browser’s cache where the name has no hash', async () => {
    const { rows, asked, cache, get } = place([]);
    await expect(
      keepRest(
        cache,
        new Map([
          [at('gone.svg'), at('gone.svg?__WB_REVISION__=1')],
          [at('assets/app-1.js'), at('assets/app-1.js')],
        ]),
        anyLength,
        get,
      ),
    ).rejects.toThrow('gone.svg');
    expect([...rows.keys()]).toEqual([at('assets/app-1.js')]);
    expect(asked).toEqual([
      [at('gone.svg'), 'reload'],
      [at('assets/app-1.js'), 'default'],
    ]);
  });

  it('keeps no piece of a file: a connection that is cut leaves the browser a whole one', async () => {
    const { rows, cache, get } = place([]);
    const longer = (path: string): number => (path === '/assets/cut-1.js' ? 9_000 : 5);
    await expect(keepRest(cache, wanted('assets/cut-1.js', 'assets/app-1.js'), longer, get)).rejects.toThrow('cut-1');
    expect([...rows.keys()]).toEqual([at('assets/app-1.js')]);
  });
});

describe('SW-4 P20: what is kept before the worker is at work', () => {
  const files = [
    { url: 'index.html', revision: '1', first: true },
    { url: 'assets/app-1.js', revision: null, first: true },
    { url: 'assets/finance-1.js', revision: null },
    { url: 'assets/pdfEngine-1.js', revision: null },
  ];

  it('is what an offline start needs on a first visit, and everything but the engines at an update (SW-1)', () => {
    expect(filesToInstall(files, false).map(({ url }) => url)).toEqual(['index.html', 'assets/app-1.js']);
    expect(filesToInstall(files, true).map(({ url }) => url)).toEqual([
      'index.html',
      'assets/app-1.js',
      'assets/finance-1.js',
    ]);
  });
});
