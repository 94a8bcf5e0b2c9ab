import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '#server/platform/site/headers.ts';
import { CLIENT, PAGE, startSite, type Site } from './fixture.ts';

const OWN = { googleClientId: null, analyticsUrl: null, baseUrls: { expense: '', auth: '', file: '' } };

/** The policy as a map, each directive once. */
function directives(policy: string): Map<string, string[]> {
  const parts = policy.split('; ').map((part) => part.split(' '));
  expect(new Set(parts.map(([name]) => name)).size).toBe(parts.length);
  return new Map(parts.map(([name = '', ...values]) => [name, values]));
}

describe('content security policy (Z59, Z60)', () => {
  test('without Google and dashboard only this origin is named', () => {
    expect(contentSecurityPolicy(OWN)).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; " +
        "frame-src 'self'; img-src 'self' blob: data:; font-src 'self'; worker-src 'self'; manifest-src 'self'; " +
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types app-sw start-sw pdf",
    );
  });

  test('scripts are never inline and never evaluated, whatever is configured', () => {
    for (const googleClientId of [null, 'x.apps.googleusercontent.com']) {
      const script =
        directives(contentSecurityPolicy({ ...OWN, googleClientId, analyticsUrl: 'https://charts.example.com/a' })).get(
          'script-src',
        ) ?? [];
      expect(script.filter((value) => value.startsWith("'"))).toEqual(["'self'"]);
    }
  });

  test('Google only where Google signs people in', () => {
    const policy = directives(contentSecurityPolicy({ ...OWN, googleClientId: 'x.apps.googleusercontent.com' }));
    expect(policy.get('script-src')).toEqual(["'self'", 'https://accounts.google.com/gsi/client']);
    expect(policy.get('style-src')).toContain('https://accounts.google.com/gsi/style');
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://accounts.google.com/gsi/']);
    expect(policy.get('frame-src')).toEqual(["'self'", 'https://accounts.google.com/gsi/']);
  });

  test('the dashboard may be framed and other base addresses may be called', () => {
    const policy = directives(
      contentSecurityPolicy({
        ...OWN,
        analyticsUrl: 'https://charts.example.com/board?x=1',
        baseUrls: { expense: 'https://api.example.com/v1', auth: '', file: 'https://api.example.com' },
      }),
    );
    expect(policy.get('frame-src')).toEqual(['https://charts.example.com']);
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://api.example.com']);
  });
});

describe('headers of a page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(CLIENT, { GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com', TRUSTED_PROXIES: '1' });
  });
  afterAll(() => site.close());

  test('Z60: no framing, an opener only for pop-ups, camera and place for this origin alone', async () => {
    const { headers } = await site.get('/home', PAGE);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['permissions-policy']).toBe('camera=(self), geolocation=(self)');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('Trusted Types everywhere but on the login page, where Google’s own script runs', async () => {
    const policyOf = async (path: string) => String((await site.get(path, PAGE)).headers['content-security-policy']);
    expect(await policyOf('/')).not.toContain('trusted-types');
    for (const path of ['/home', '/index.html', '/documentation'])
      expect(await policyOf(path)).toContain("require-trusted-types-for 'script'");
  });

  test('HSTS only where the request came over https', async () => {
    expect((await site.get('/home', PAGE)).headers['strict-transport-security']).toBeUndefined();
    const secure = await site.get('/home', { ...PAGE, 'x-forwarded-proto': 'https' });
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('CAMP-12: our own dashboard alone may be framed, by this origin alone; it has no origin itself', async () => {
    const page = await site.get('/dashboard.html', { ...PAGE, 'sec-fetch-dest': 'iframe' });
    const policy = directives(String(page.headers['content-security-policy']));
    expect([page.status, page.text]).toEqual([200, CLIENT['dashboard.html']]);
    expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
    expect(policy.get('sandbox')).toEqual(['allow-scripts']);
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect([policy.get('connect-src'), policy.get('frame-src')]).toEqual([undefined, undefined]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect((await site.get('/dashboard.js')).headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await site.get('/assets/index-AbC123.js')).headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('AUD-25: the page that checks proof packs runs its own script and style, and asks for nothing', async () => {
    const page = await site.get('/verify.html', PAGE);
    const policy = directives(String(page.headers['content-security-policy']));
    const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual([hashOf('check()')]);
    expect(policy.get('style-src')).toEqual([hashOf('body{}')]);
    expect([policy.get('connect-src'), policy.get('frame-ancestors')]).toEqual([undefined, ["'none'"]]);
  });

  test('Z62: no origin is let in', async () => {
    for (const origin of ['null', 'https://evil.test', 'http://127.0.0.1.evil.test'])
      expect((await site.get('/config-none.json', { origin })).headers['access-control-allow-origin']).toBeUndefined();
  });
});
