import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAppPath } from '#server/platform/site/appPaths.ts';
import { CLIENT, INDEX, PAGE, raw, SCRIPT, startSite, type Site } from './fixture.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite(CLIENT);
});
afterAll(() => site.close());

describe('pages', () => {
  test.each([
    '/',
    '/home',
    '/raise-local/expense?page=0',
    '/detail/EXP01/details',
    '/approve-local/expense/',
    '/outbox',
  ])('%s opens the app', async (path) => {
    const answer = await site.get(path, PAGE);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(INDEX);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('an address of nobody shows the app, which says so, as a 404', async () => {
    for (const path of ['/documentation', '/wp-admin', '/hom']) {
      const answer = await site.get(path, PAGE);
      expect([path, answer.status, answer.text]).toEqual([path, 404, INDEX]);
    }
  });

  test('every route of the app is known to the server', () => {
    const routes = readdirSync('src/routes').filter((name) => /\.tsx$/.test(name) && !name.startsWith('__root'));
    const firsts = routes
      .map(
        (name) =>
          name
            .replace(/\.tsx$/, '')
            .split('.')
            .filter((part) => !part.startsWith('_'))[0] ?? '',
      )
      .map((part) => (part === 'index' || part.startsWith('$') ? '' : part.replace(/_$/, '')));
    expect(firsts.filter((first) => !isAppPath(`/${first}`))).toEqual([]);
  });

  test('a page that has not changed is not sent again', async () => {
    const first = await site.get('/home', PAGE);
    const again = await site.get('/home', { ...PAGE, 'if-none-match': String(first.headers.etag) });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  });

  test('a page of the same size and time as the last build’s is another one', async () => {
    const tags = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const other = await startSite({ 'index.html': `<script src="/assets/app-${name}.js"></script>` });
        utimesSync(join(other.clientDir, 'index.html'), 0, 0);
        const { headers } = await other.get('/home', PAGE);
        await other.close();
        return headers.etag;
      }),
    );
    expect(new Set(tags).size).toBe(2);
  });

  test('HEAD answers the headers of GET and no body', async () => {
    const answer = await raw(site.url, 'HEAD', '/home', PAGE);
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', String(INDEX.length)]);
  });
});

describe('files', () => {
  test('hashed files never change; the worker and the manifest are asked for each time', async () => {
    expect((await site.get('/assets/index-AbC123.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const path of ['/sw.js', '/manifest.webmanifest', '/favicon.svg']) {
      const answer = await site.get(path);
      expect([path, answer.status, answer.headers['cache-control'], typeof answer.headers.etag]).toEqual([
        path,
        200,
        'no-cache',
        'string',
      ]);
    }
  });

  test('compressed as the browser asks for it', async () => {
    const brotli = await site.get('/assets/index-AbC123.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.bytes).toString()]).toEqual(['br', SCRIPT]);
    const zipped = await site.get('/assets/index-AbC123.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect([zipped.headers['content-encoding'], gunzipSync(zipped.bytes).toString()]).toEqual(['gzip', SCRIPT]);
    const plain = await site.get('/assets/index-AbC123.js');
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, SCRIPT]);
    for (const answer of [brotli, zipped, plain]) expect(answer.headers['vary']).toBe('accept-encoding');
  });

  test('a hashed file is not sent again to who has it, in whichever coding', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const first = await site.get('/assets/index-AbC123.js', { 'accept-encoding': coding });
      const again = await site.get('/assets/index-AbC123.js', {
        'accept-encoding': coding,
        'if-none-match': String(first.headers.etag),
      });
      expect([coding, again.status, again.text]).toEqual([coding, 304, '']);
    }
  });

  test('types are said and not guessed (Z52)', async () => {
    const types = {
      '/sw.js': 'text/javascript; charset=utf-8',
      '/assets/index-XyZ.css': 'text/css; charset=utf-8',
      '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
      '/favicon.svg': 'image/svg+xml',
    };
    for (const [path, type] of Object.entries(types)) {
      const { headers } = await site.get(path);
      expect([
        path,
        headers['content-type'],
        headers['x-content-type-options'],
        headers['cross-origin-resource-policy'],
      ]).toEqual([path, type, 'nosniff', 'same-origin']);
    }
  });

  test('a piece that is gone is a 404 and never the page (X40, X42)', async () => {
    for (const path of ['/assets/index-gone.js', '/sw2.js', '/icons/none.png']) {
      const answer = await site.get(path, { accept: '*/*' });
      expect([path, answer.status, answer.headers['content-type']]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ]);
    }
    const asked = await site.get('/chunk', { accept: '*/*', 'sec-fetch-dest': 'script' });
    expect(asked.status).toBe(404);
    expect(asked.text).not.toContain('<');
  });

  test('Z65: nothing beside the client is served', async () => {
    const paths = [
      '/.env',
      '/assets/../.env',
      '/assets/%2e%2e/.env',
      '/..%2f..%2fetc%2fpasswd',
      '/assets/..%5c..%5cpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/.git/HEAD',
      '/.well-known/none',
      '/assets/.hidden',
      '/sw.js.map',
      '/assets/index-AbC123.js.map',
      '/assets/index-AbC123.js.br',
      '/assets',
      '/assets/',
      '/package.json',
      '/server.ts',
      '/%00',
      '/index.html%00.js',
      '/assets/%2fetc%2fpasswd',
      '//etc/passwd',
    ];
    for (const path of paths) {
      const answer = await site.get(path, PAGE);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toMatch(/SECRET|root:|"dependencies"|secret\.ts/);
    }
    for (const method of ['TRACE', 'PUT', 'DELETE', 'POST'])
      expect([404, 405, 415]).toContain((await raw(site.url, method, '/home', PAGE)).status);
  });
});

describe('share target', () => {
  test('files that no worker took lead to where a bill is added', async () => {
    const body = '--b\r\ncontent-disposition: form-data; name="bills"; filename="a.jpg"\r\n\r\nbytes\r\n--b--\r\n';
    const answer = await raw(
      site.url,
      'POST',
      '/share-target',
      { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(body.length) },
      body,
    );
    expect([answer.status, answer.headers.location]).toEqual([303, '/raise-local/expense']);
  });
});

test('nothing built: a page that says how', async () => {
  const empty = await startSite(null);
  const answer = await empty.get('/home', PAGE);
  expect(answer.status).toBe(503);
  expect(answer.text).toContain('npm start');
  expect(answer.headers['cache-control']).toBe('no-store');
  await empty.close();
});
