import { describe, expect, it, vi } from 'vitest';
import { DESKS, isEngine, opensTheApp } from '#sw/addresses.ts';
import { addStaticRoutes, dropOlderPages, keepPages, pagesOf, staticRoutes } from '#sw/staticRoutes.ts';
import { START_PAGES } from '#start/pages.ts';

type Pattern = string | { pathname: string; search: string };

/** Whether a pattern of a rule takes an address: as far as these rules go, `*` ends a text. */
function takes(pattern: Pattern, address: string): boolean {
  if (typeof pattern === 'string') return address.startsWith(pattern.slice(0, pattern.indexOf('*')));
  const [path = '', search = ''] = address.split('?');
  return pattern.pathname === path && pattern.search === search;
}

function answeredBy(address: string): unknown {
  const rule = staticRoutes('precache', 'pages').find(({ condition }) =>
    ('or' in condition ? condition.or : [condition]).some(({ urlPattern }) => takes(urlPattern, address)),
  );
  return rule?.source ?? 'fetch-event';
}

/** A browser's caches, as far as these rules use them. */
function someCaches(names: readonly string[]) {
  const kept = new Map<string, Map<string, Response>>(names.map((name) => [name, new Map()]));
  const store = {
    open: (name: string) => {
      const entries = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, entries);
      return Promise.resolve({
        put: (path: string, response: Response) => Promise.resolve(void entries.set(path, response)),
      });
    },
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name: string) => Promise.resolve(kept.delete(name)),
  } as unknown as CacheStorage;
  return { kept, store };
}

describe('what the browser answers without the worker', () => {
  it('SW-3: asks the server for every call', () => {
    for (const path of ['/api/v1/allExpense/search', '/api/v1/Common/document/pdf'])
      expect(answeredBy(path)).toBe('network');
  });

  it('SW-2: takes the files of the build from the precache, and leaves engines and other pages to the worker', () => {
    for (const path of ['/assets/app-x.js', '/assets/list-y.css', '/assets/start-z.js'])
      expect(answeredBy(path)).toEqual({ cacheName: 'precache' });
    for (const path of [
      '/assets/pdf.worker-x.mjs',
      '/assets/pdfEngine-x.js',
      '/assets/PdfView-x.js',
      '/assets/heicDecoder-x.js',
      '/assets/libheif-x.wasm',
      '/assets/gst-x.js',
      '/assets/gstReader.worker-x.js',
      '/assets/zxing_reader-x.wasm',
      '/assets/reading.worker-x.js',
    ]) {
      expect(isEngine(path)).toBe(true);
      expect(answeredBy(path)).toBe('fetch-event');
    }
    expect(answeredBy('/assets/companyPolicy-x.js')).toBe('fetch-event');
    for (const desk of DESKS) expect(answeredBy(`/assets/${desk}-x.js`)).toBe('fetch-event');
    for (const path of ['/', '/outbox', '/index.html', '/share-target', '/demo/accounts', '/config.json', '/apiary'])
      expect(answeredBy(path)).toBe('fetch-event');
  });

  it('SW-2: start pages without a query, each of which the worker would answer with the same document', async () => {
    const { kept, store } = someCaches([]);
    await keepPages(new Response('<html>'), 'pages', store);
    expect([...(kept.get('pages')?.keys() ?? [])]).toEqual([...START_PAGES]);
    for (const response of kept.get('pages')?.values() ?? []) expect(await response.text()).toBe('<html>');
    for (const path of START_PAGES) {
      expect(answeredBy(path)).toEqual({ cacheName: 'pages' });
      expect(opensTheApp(path)).toBe(true);
      expect(answeredBy(`${path}?page=2`)).toBe('fetch-event');
    }
  });

  it('Z60: start pages go without the opener policy alone, which costs a process', async () => {
    const { kept, store } = someCaches([]);
    const headers = { 'content-security-policy': "default-src 'none'", 'cross-origin-opener-policy': 'same-origin' };
    await keepPages(new Response('<html>', { headers }), 'pages', store);
    for (const response of kept.get('pages')?.values() ?? [])
      expect([...response.headers.keys()]).toEqual(['content-security-policy', 'content-type']);
  });

  it('SW-1: a build answers with its own document, and drops those of others when it is at work', async () => {
    const { kept, store } = someCaches(['precache', pagesOf('b1'), pagesOf('b2')]);
    await dropOlderPages(pagesOf('b2'), store);
    expect([...kept.keys()]).toEqual(['precache', pagesOf('b2')]);
  });

  it('SW-2: installs all the same where routes are not known or not taken', async () => {
    await expect(addStaticRoutes({}, 'precache', 'pages')).resolves.toBeUndefined();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(
      addStaticRoutes({ addRoutes: () => Promise.reject(new TypeError('no')) }, 'precache', 'pages'),
    ).resolves.toBeUndefined();
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});
