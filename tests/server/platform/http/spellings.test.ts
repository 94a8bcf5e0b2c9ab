import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alikeSpelling, sameSpelling, sendLine } from '#tests/support/spellings.ts';
import { fc } from '#tests/support/property.ts';
import { places, sources } from '#tests/support/sources.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { CLIENT, INDEX, PAGE, writeClient } from '../site/fixture.ts';

const ROLE = '/api/v1/user/role';
/** With one request a second, a session may ask so often at once. */
const BURST = 20;

let server: TestServer;
let token: string;
const clientDir = mkdtempSync(join(tmpdir(), 'kharcha-spellings-'));
beforeAll(async () => {
  writeClient(clientDir, CLIENT);
  server = await startServer({ REQUESTS_A_SECOND: '1', CLIENT_DIR: clientDir });
  token = await server.signIn('employee');
});
afterAll(async () => {
  await server.close();
  rmSync(clientDir, { recursive: true, force: true });
});

const ask = (target: string, method = 'GET') =>
  sendLine(server.url, method, target, { ...PAGE, token, platform: 'WEB_SITE' });
/** Everybody may ask afresh. */
const later = (): number => (server.clock.now += 3_600_000);

describe('S4 the spelling of a request', () => {
  it('changes nothing about its limit, its session, its log line or its headers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sameSpelling(ROLE), { minLength: BURST, maxLength: BURST }), async (spellings) => {
        later();
        const from = server.logs.length;
        for (const spelling of spellings) {
          const answer = await ask(spelling);
          expect([spelling, answer.status]).toEqual([spelling, 200]);
          expect(answer.head).toContain('x-db-epoch:');
        }
        expect((await ask(spellings[0] ?? ROLE)).status).toBe(429);
        expect((await ask(ROLE)).status).toBe(429);
        const routes = server.logs
          .slice(from)
          .map((line) => JSON.parse(line) as { msg: string; route?: string })
          .filter(({ msg }) => msg === 'answered')
          .map(({ route }) => route);
        expect([...new Set(routes)]).toEqual([ROLE]);
      }),
      { numRuns: 25 },
    );
  });

  it('that only looks like a call is data that is not there, never the page', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(ROLE, '/api', '/api/v1/nothing', '/demo/accounts', '/healthz'),
        fc.nat(1_000_000),
        async (path, seed) => {
          later();
          const [spelling = path] = fc.sample(alikeSpelling(path), { numRuns: 1, seed });
          const answer = await ask(spelling);
          expect([spelling, answer.body.includes(INDEX)]).toEqual([spelling, false]);
          expect([spelling, answer.head]).toEqual([spelling, expect.not.stringContaining('text/html')]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('an address that cannot be read counts too, and stands in the log', async () => {
    later();
    const from = server.logs.length;
    const statuses: number[] = [];
    for (let n = 0; n < BURST + 1; n += 1) statuses.push((await ask('/api/v1/user/%zz')).status);
    expect(statuses).toEqual([...Array.from({ length: BURST }, () => 400), 429]);
    expect(server.logs.slice(from).filter((line) => line.includes('"answered"'))).toHaveLength(BURST + 1);
  });

  it('what is no route at all counts like a call', async () => {
    later();
    const statuses = new Set<number>();
    for (let n = 0; n < BURST; n += 1) statuses.add((await ask('/nowhere', 'DELETE')).status);
    expect([...statuses]).toEqual([404]);
    expect((await ask(ROLE)).status).toBe(429);
  });

  it('is looked at by nobody but who reads its query and who looks a page up', () => {
    const readers = places(sources(['server']), /\brequest\.(?:raw\.)?url\b|\boriginalUrl\b/).map((place) =>
      place.replace(/:\d+$/, ''),
    );
    expect([...new Set(readers)]).toEqual([
      'server/modules/session/oidc/routes.ts',
      'server/platform/http/endpoints.ts',
      'server/platform/site/sitePlugin.ts',
    ]);
  });

  it('a page is still a page, in the absolute form as well', async () => {
    for (const path of ['/home', '/outbox', 'http://anywhere.example/home', '/detail/EXP;1/details']) {
      const answer = await ask(path);
      expect([path, answer.status, answer.body]).toEqual([path, 200, INDEX]);
    }
    expect((await ask('/apiary')).body).toBe(INDEX);
  });
});
