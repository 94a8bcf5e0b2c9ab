import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, FACTS, INDEX, PAGE, raw, startSite, type Site } from './fixture.ts';

/** As the build makes it, but for the words. */
const DRAWING = 'export const signInDocument = ({ config }) => `<!doctype html><title>Login</title>${config.version}`;';
const DRAWN = '<!doctype html><title>Login</title>';
const facts = structuredClone(FACTS);
let broken = false;

let site: Site;
beforeAll(async () => {
  site = await startSite({ ...CLIENT, '.sign-in/page.mjs': DRAWING }, {}, () => {
    if (broken) throw new Error('Nothing is known.');
    return facts;
  });
});
afterAll(() => site.close());

const signedIn = { ...PAGE, cookie: 'org-id=7; admin-auth-token=secret' };

describe('the sign-in page', () => {
  test.each(['/', '/login', '/login/', '/login?rd=%2Fhome'])('stands in the HTML of %s', async (path) => {
    const answer = await site.get(path, PAGE);
    expect([answer.status, answer.text]).toEqual([200, `${DRAWN}1`]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['vary']).toBe('accept-encoding, cookie');
  });

  test('SES-1: is for whoever has no session’s cookie, whatever other cookies there are', async () => {
    expect((await site.get('/', signedIn)).text).toBe(INDEX);
    for (const cookie of ['admin-auth-token=', 'x-admin-auth-token=secret', 'org-id=7'])
      expect((await site.get('/login', { ...PAGE, cookie })).text).toBe(`${DRAWN}1`);
  });

  test('is told apart by caches from the page of whoever is signed in, whichever of the two they have', async () => {
    for (const path of ['/', '/login', '/login/']) {
      const answers = await Promise.all([PAGE, signedIn].map((headers) => site.get(path, headers)));
      expect(answers.map(({ headers }) => [headers['vary'], headers['cache-control']])).toEqual([
        ['accept-encoding, cookie', 'no-cache'],
        ['accept-encoding, cookie', 'no-cache'],
      ]);
      const [one, other] = answers.map(({ headers }) => headers.etag);
      expect(one).not.toBe(other);
    }
  });

  test('every other address opens the app, which leads there (SES-3)', async () => {
    for (const path of ['/home', '/raise-local/expense', '/setup', '/leaving', '/login/more', '/index.html'])
      expect([path, (await site.get(path, PAGE)).text]).toEqual([path, INDEX]);
  });

  test('may do what the app’s own may there', async () => {
    const policies = await Promise.all(
      [PAGE, signedIn].map(async (headers) => (await site.get('/login', headers)).headers['content-security-policy']),
    );
    expect(policies[0]).toBe(policies[1]);
    expect(policies[0]).toContain("script-src 'self';");
  });

  test('comes compressed as the browser asks, and not again to who has it', async () => {
    const brotli = await site.get('/', { ...PAGE, 'accept-encoding': 'gzip, br' });
    expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.bytes).toString()]).toEqual([
      'br',
      `${DRAWN}1`,
    ]);
    const zipped = await site.get('/', { ...PAGE, 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.bytes).toString()).toBe(`${DRAWN}1`);
    const again = await site.get('/', { ...PAGE, 'if-none-match': String(brotli.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await raw(site.url, 'HEAD', '/', PAGE);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('says what is known now', async () => {
    const before = await site.get('/', PAGE);
    facts.config.version = '2';
    const after = await site.get('/', { ...PAGE, 'if-none-match': String(before.headers.etag) });
    facts.config.version = '1';
    expect([after.status, after.text]).toEqual([200, `${DRAWN}2`]);
    expect((await site.get('/', PAGE)).text).toBe(`${DRAWN}1`);
  });

  test('is drawn by the app where nothing is known, or the client has no such page', async () => {
    broken = true;
    expect((await site.get('/', PAGE)).text).toBe(INDEX);
    broken = false;
    expect((await site.get('/', PAGE)).text).toBe(`${DRAWN}1`);
    const older = await startSite(CLIENT);
    expect((await older.get('/', PAGE)).text).toBe(INDEX);
    await older.close();
  });

  test('what draws it is never sent', async () => {
    for (const path of ['/.sign-in/page.mjs', '/.sign-in/', '/%2esign-in/page.mjs', '/assets/../.sign-in/page.mjs'])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  });
});
