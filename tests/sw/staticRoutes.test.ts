import { describe, expect, it, vi } from 'vitest';
import { isEngine } from '#sw/addresses.ts';
import { addStaticRoutes, staticRoutes } from '#sw/staticRoutes.ts';

/** Whether a pattern of a rule takes a path: as far as these rules go, `*` ends it. */
const takes = (pattern: string, path: string): boolean => path.startsWith(pattern.slice(0, pattern.indexOf('*')));

function answeredBy(path: string): unknown {
  const rule = staticRoutes('precache').find(({ condition }) =>
    ('or' in condition ? condition.or : [condition]).some(({ urlPattern }) => takes(urlPattern, path)),
  );
  return rule?.source ?? 'fetch-event';
}

describe('what the browser answers without the worker', () => {
  it('SW-3: asks the server for every call', () => {
    for (const path of ['/api/v1/allExpense/search', '/api/v1/Common/document/pdf'])
      expect(answeredBy(path)).toBe('network');
  });

  it('SW-2: takes the files of the build from the precache, and leaves engines and pages to the worker', () => {
    for (const path of ['/assets/app-x.js', '/assets/list-y.css'])
      expect(answeredBy(path)).toEqual({ cacheName: 'precache' });
    for (const path of ['/assets/pdf.worker-x.mjs', '/assets/pdfEngine-x.js', '/assets/PdfView-x.js']) {
      expect(isEngine(path)).toBe(true);
      expect(answeredBy(path)).toBe('fetch-event');
    }
    expect(answeredBy('/assets/companyPolicy-x.js')).toBe('fetch-event');
    for (const path of [
      '/',
      '/home',
      '/index.html',
      '/boot.js',
      '/share-target',
      '/demo/accounts',
      '/config.json',
      '/apiary',
    ])
      expect(answeredBy(path)).toBe('fetch-event');
  });

  it('SW-2: installs all the same where routes are not known or not taken', async () => {
    await expect(addStaticRoutes({}, 'precache')).resolves.toBeUndefined();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(
      addStaticRoutes({ addRoutes: () => Promise.reject(new TypeError('no')) }, 'precache'),
    ).resolves.toBeUndefined();
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });
});
