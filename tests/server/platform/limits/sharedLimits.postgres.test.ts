import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInByLink } from '#contract/calls/organisation.ts';
import { Api, type Answer } from '#tests/support/api.ts';
import { pdf } from '#tests/support/files.ts';
import { email } from '#tests/support/people.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { begin } from '#tests/support/tus.ts';
import { startTwins, type Twins } from '#tests/support/twins.ts';

const postgres = await startPostgres(roomyFolder());
process.env['TEST_DATABASE_URL'] = postgres.url;
const KEY = randomBytes(24).toString('base64url');

describe('S12 limits that two processes share', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins({
      INTEGRATION_API_KEY: KEY,
      SMTP_URL: 'smtp://127.0.0.1:1',
      UPLOADS_PER_HOUR: '10',
      UPLOAD_MB_A_MONTH: '1',
    });
  });
  afterAll(async () => {
    await twins.close();
    await postgres.stop();
  });
  beforeEach(() => twins.first.database.db.deleteFrom('rate_limits').execute());

  /** Asks so often at once, of both processes in turn, and answers how many answers there were of each status. */
  const together = async (
    times: number,
    token: string | null,
    ask: (api: Api, n: number) => Promise<Answer>,
  ): Promise<Record<number, number>> => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, n) => ask(new Api(n % 2 ? twins.otherUrl : twins.first.url, token), n)),
    );
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it('of 60 bad sign-ins at once ten are looked at', async () => {
    expect(
      await together(60, null, (api, n) => api.post('/api/v1/account/googlelogin/v2', { credential: `a.b.${n}` })),
    ).toEqual({ 401: 10, 429: 50 });
  });

  it('of 60 guesses at codes that nobody asked for ten are answered', async () => {
    const guess = (n: number) => ({
      email: email('employee'),
      code: String(100_000 + n),
      request: randomBytes(32).toString('base64url'),
    });
    expect(await together(60, null, (api, n) => api.post('/api/v1/account/codelogin', guess(n)))).toEqual({
      422: 10,
      429: 50,
    });
  });

  it('40 good sign-ins at once from one place all open a session: only failures take room for good', async () => {
    const { identity, clock } = twins.first;
    // The first sign-in binds the account; the others find it bound.
    await twins.first.signIn('employee');
    const credentials = await Promise.all(
      Array.from({ length: 40 }, () => identity.sign(identity.claims(email('employee'), clock.now))),
    );
    expect(
      await together(40, null, (api, n) => api.post('/api/v1/account/googlelogin/v2', { credential: credentials[n] })),
    ).toEqual({ 200: 40 });
    expect(
      await together(12, null, (api) => api.post('/api/v1/account/googlelogin/v2', { credential: 'a.b.c' })),
    ).toEqual({ 401: 10, 429: 2 });
    // A minute later the place is as open as it was.
    clock.now += 60_000;
    expect(
      await together(12, null, (api) => api.post('/api/v1/account/googlelogin/v2', { credential: 'a.b.c' })),
    ).toEqual({ 401: 10, 429: 2 });
  });

  it('of 60 wrong keys at once ten are looked at, and the right one is not told from them afterwards', async () => {
    const hand = (key: string) => (api: Api) => api.post('/api/v1/integration/conveyance', [], { 'x-api-key': key });
    expect(await together(30, null, hand(KEY))).not.toHaveProperty('429');
    expect(await together(60, null, hand('wrong'))).toEqual({ 401: 10, 429: 50 });
    expect(await together(1, null, hand(KEY))).toEqual({ 429: 1 });
  });

  it('of 60 guesses at links ten are looked at, and what one process has used up the other has, too', async () => {
    const guess = (api: Api) =>
      api.post(signInByLink.path, {
        secret: randomBytes(32).toString('base64url'),
        attempt: randomBytes(16).toString('base64url'),
      });
    const at = async (url: string): Promise<number> => (await guess(new Api(url, null))).status;
    for (let n = 0; n < 10; n++) expect(await at(twins.first.url)).not.toBe(429);
    expect([await at(twins.first.url), await at(twins.otherUrl)]).toEqual([429, 429]);
    await twins.first.database.db.deleteFrom('rate_limits').execute();
    expect((await together(60, null, guess))[429]).toBe(50);
  });

  it('of 80 addresses asked about at once sixty get their turn, and of one address one code', async () => {
    const ask = (name: (n: number) => string) => (api: Api, n: number) =>
      api.post('/api/v1/account/code', { email: `${name(n)}@example.com` });
    expect(
      await together(
        20,
        null,
        ask(() => 'one'),
      ),
    ).toEqual({ 200: 1, 429: 19 });
    await twins.first.database.db.deleteFrom('rate_limits').execute();
    expect(
      await together(
        80,
        null,
        ask((n) => `of-many-${n}`),
      ),
    ).toEqual({ 200: 60, 429: 20 });
  });

  it('of 30 uploads at once ten are taken', async () => {
    const token = await twins.first.signIn('employee2');
    expect(await together(30, token, (api, n) => api.upload(pdf(`bill ${n}`)))).toEqual({ 200: 10, 429: 20 });
  });

  // One that is being stored while another is judged may be counted twice for a moment: fewer may pass, never more.
  it.each<[string, (api: Api, n: number) => Promise<Answer>]>([
    ['bills', (api, n) => api.upload(pdf(`large bill ${n}`, 400_000))],
    ['bills in parts', (api) => begin(api, 400_000)],
  ])('of six %s at once no more are taken than the month has room for', async (what, send) => {
    const token = await twins.first.signIn(what === 'bills' ? 'employee3' : 'employee');
    const counts = await together(6, token, send);
    const taken = (counts[200] ?? 0) + (counts[201] ?? 0);
    // What fits but for those beside it is to come again; what does not fit asks its owner.
    expect([taken >= 1, taken <= 2, (counts[429] ?? 0) + (counts[413] ?? 0)]).toEqual([true, true, 6 - taken]);
  });
});
