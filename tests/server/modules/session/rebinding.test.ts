import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import type { Answer } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { move, update } from '#tests/support/identityProviders.ts';
import { addProvider, startOidcProvider, type OidcProvider } from '#tests/support/oidcProvider.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { oidcAt } from './oidcFixtures.ts';

let server: TestServer;
let provider: OidcProvider;
const { signIn } = oidcAt(() => ({ server, provider }));
const accountOf = (key: 'employee' | 'employee2' | 'manager', sub = `acme-${key}`) => ({
  sub,
  email: email(key),
  email_verified: true,
});

beforeAll(async () => {
  server = await startServer();
  server.clock.now = Date.now();
  provider = await startOidcProvider(server.url);
  await addProvider(server, provider.issuer);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(() => server.database.db.deleteFrom('rate_limits').execute());

const whoOf = (answer: Answer): unknown =>
  answer.status === 200 ? (answer.body['accountDetails'] as { personId: string }).personId : answer.body['message'];

describe('SES-46 another account with a person’s address', () => {
  it('is refused until an organisation admin resets the person; the account before is refused then', async () => {
    const admin = await server.as('org-admin');
    provider.account = accountOf('employee2', 'first');
    expect(whoOf(await signIn())).toBe(idOf('employee2'));
    provider.account = accountOf('employee2', 'made-anew');
    expect(whoOf(await signIn())).toBe(MESSAGES.notSetUp);
    dataOf(await directory.resetSignIn(admin, idOf('employee2')));
    expect(whoOf(await signIn())).toBe(idOf('employee2'));
    provider.account = accountOf('employee2', 'first');
    expect(whoOf(await signIn())).toBe(MESSAGES.notSetUp);
    const history = dataOf<{ text: string }[]>(await directory.history(admin, idOf('employee2')));
    expect(JSON.stringify(history[0])).toContain('Sign-in reset');
    const stale = await directory.resetSignIn(admin, idOf('employee2'), { 'If-Match': '0' });
    expect([stale.status, stale.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('comes in for everybody at once when people move to a provider, whose own stay bound', async () => {
    provider.account = accountOf('employee');
    await server.signIn('employee');
    await server.signIn('manager');
    expect(whoOf(await signIn())).toBe(MESSAGES.notSetUp);
    const admin = await server.as('org-admin');
    expect(dataOf<{ moved: number }>(await move(admin, 'idp')).moved).toBeGreaterThan(1);
    expect(whoOf(await signIn())).toBe(idOf('employee'));
    expect(dataOf(await move(admin, 'idp'))).toEqual({ moved: 0 });
    provider.account = accountOf('employee', 'mallory');
    expect(whoOf(await signIn())).toBe(MESSAGES.notSetUp);
    await expect(server.signIn('employee')).rejects.toThrow(MESSAGES.notSetUp);
    const row = await server.database.db
      .selectFrom('audit_log')
      .select(['record_id', 'after'])
      .where('action', '=', 'provider-move')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ record_id: 'idp', after: { moved: expect.any(Number) as number, name: 'Acme' } });
  });

  it('nobody moves to a provider that is switched off', async () => {
    const admin = await server.as('org-admin');
    const row = await server.database.db.selectFrom('identity_providers').selectAll().executeTakeFirstOrThrow();
    const body = { name: row.name, issuer: row.issuer, clientId: row.client_id, enabled: false };
    expect((await update(admin, 'idp', body)).status).toBe(200);
    const answer = await move(admin, 'idp');
    expect([answer.status, answer.body['code']]).toEqual([409, 'CONFLICT']);
  });
});
