import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { getOrganisation, setUp, signInByLink } from '#contract/calls/organisation.ts';
import { SIGN_IN_LINK_CLOSED } from '#domain/organisation.ts';
import { issueSignInSecret } from '#server/modules/setup/index.ts';
import type { Answer } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const MINUTE = 60_000;
const ATTEMPT = 'attempt-of-this-browser';
const OTHER = 'attempt-of-another-one';
const issue = (who: Parameters<typeof email>[0] = 'org-admin'): Promise<string> =>
  issueSignInSecret(server.database, email(who), server.clock.now);
const ask = (secret: string, attempt = ATTEMPT): Promise<Answer> =>
  server.with(null).post(urlOf(signInByLink), { secret, attempt }, { platform: '' });
const CLOSED = { status: 403, body: { message: SIGN_IN_LINK_CLOSED } };
const actions = async (): Promise<string[]> => {
  const rows = await server.database.db
    .selectFrom('audit_log')
    .select(['action'])
    .where(({ eb, or }) => or([eb('actor_id', '=', idOf('org-admin')), eb('on_behalf_of', '=', idOf('org-admin'))]))
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('ORG-33 a link signs an organisation admin in', () => {
  it('once, with what was done in the log, and the secret in no log', async () => {
    const secret = await issue();
    const opened = await ask(secret);
    expect(opened.status).toBe(200);
    const api = server.with(String(opened.body['token']));
    expect(dataOf(await api.get(urlOf(getOrganisation)))).toMatchObject({ people: 17 });
    expect((await actions()).slice(-2)).toEqual(['sign-in-link-made', 'sign-in']);
    expect(await ask(secret, OTHER)).toMatchObject(CLOSED);
    expect(server.logs.join('')).not.toContain(secret);
  });

  it('for the browser whose answer was lost again within the hour, and for nobody later', async () => {
    const secret = await issue();
    expect([(await ask(secret)).status, (await ask(secret)).status]).toEqual([200, 200]);
    const unused = await issue();
    server.clock.now += 60 * MINUTE;
    for (const late of [secret, unused]) expect(await ask(late)).toMatchObject(CLOSED);
    server.clock.now -= 60 * MINUTE;
  });

  it('lets one in of several browsers that use it at once', async () => {
    const secret = await issue();
    const answers = await Promise.all([1, 2, 3].map((n) => ask(secret, `attempt-of-browser-${n}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  it('is made for organisation admins at work alone, and worth nothing once they are none', async () => {
    for (const who of ['employee', 'manager', 'finance', 'admin'] as const)
      await expect(issue(who)).rejects.toThrow('is no organisation admin at work');
    await setRoles(server.database.db, 'finance', ['finance', 'orgAdmin']);
    const secret = await issue('finance');
    await setRoles(server.database.db, 'finance', ['finance']);
    expect(await ask(secret)).toMatchObject(CLOSED);
  });

  it('sets nothing up; a guess is not taken, and few are let through in a minute', async () => {
    const secret = await issue();
    const body = { secret, organisation: 'Mallory', name: 'Mallory', email: 'm@acme.example', employeeCode: 'M1' };
    expect((await server.with(null).post(urlOf(setUp), body, { platform: '' })).status).toBe(403);
    expect((await ask(secret, 'short')).status).toBe(400);
    server.clock.now += 2 * MINUTE;
    const guesses: number[] = [];
    for (let times = 0; times < 12; times += 1) guesses.push((await ask(`${'g'.repeat(40)}${times}`)).status);
    expect(guesses.slice(-2)).toEqual([429, 429]);
    server.clock.now += 2 * MINUTE;
    expect((await ask(secret)).status).toBe(200);
  });
});
