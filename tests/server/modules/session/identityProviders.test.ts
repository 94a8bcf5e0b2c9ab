import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#contract/identityProvider.ts';
import type { Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import * as providers from '#tests/support/identityProviders.ts';
import { SECRET, someProvider } from '#tests/support/identityProviders.ts';
import { CLIENT_ID, CLIENT_SECRET, send, startOidcProvider, type OidcProvider } from '#tests/support/oidcProvider.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { oidcAt } from './oidcFixtures.ts';

let server: TestServer;
let provider: OidcProvider;
let admin: Api;
const { signIn } = oidcAt(() => ({ server, provider }));

beforeAll(async () => {
  server = await startServer({ SECRETS_KEY: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldCBhdCBhbGw=' });
  server.clock.now = Date.now();
  provider = await startOidcProvider(server.url);
  admin = await server.as('org-admin');
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(async () => {
  server.clock.now = Date.now();
  provider.mend();
  await server.database.db.deleteFrom('identity_providers').execute();
  await server.database.db.deleteFrom('rate_limits').execute();
});

const added = async (changes = {}): Promise<IdentityProvider> => {
  const answer = await providers.create(admin, someProvider(changes));
  if (answer.status !== 200) throw new Error(answer.text);
  return dataOf<IdentityProvider>(answer);
};
const secrets = () => server.database.db.selectFrom('secrets').selectAll().where('name', 'like', 'identity%').execute();

describe('SES-36 providers as organisation admins keep them', () => {
  it('are added, listed with what to register there, changed and removed; each step is on record', async () => {
    const made = await added();
    expect(made).toMatchObject({ name: 'Acme', enabled: true, hasSecret: true, version: 1 });
    const listed = dataOf<{ providers: IdentityProvider[] }>(await providers.list(admin));
    expect(listed).toEqual({
      providers: [made],
      redirectUri: `${server.url}/api/v1/auth/oidc/callback`,
      signOutUri: `${server.url}/api/v1/auth/oidc/{providerId}/logout`,
    });
    const { clientSecret: _secret, ...body } = someProvider({ name: 'Acme India', enabled: false });
    const changed = dataOf<IdentityProvider>(await providers.update(admin, made.providerId, body));
    expect(changed).toMatchObject({ name: 'Acme India', enabled: false, hasSecret: true, version: 2 });
    expect((await providers.remove(admin, made.providerId)).status).toBe(200);
    expect(dataOf<{ providers: [] }>(await providers.list(admin)).providers).toEqual([]);
    expect(await secrets()).toEqual([]);
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('record_id', '=', made.providerId)
      .orderBy('version')
      .execute();
    expect(log.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      ['provider-add', 'provider-change', 'provider-remove'].map((action) => [action, idOf('org-admin')]),
    );
    expect(log[0]?.after).toMatchObject({ name: 'Acme', secret: 'replaced' });
    expect(JSON.stringify(log)).not.toContain(SECRET);
  });

  it('keep their secret sealed, replace it, and let it go; no answer holds it', async () => {
    const made = await added();
    const [first] = await secrets();
    expect(first?.value).toMatch(/^sealed:v1:/);
    const again = await providers.update(admin, made.providerId, someProvider({ clientSecret: 'another-secret' }));
    const [second] = await secrets();
    expect(second?.value).not.toBe(first?.value);
    const none = await providers.update(admin, made.providerId, someProvider({ clientSecret: null }));
    expect(dataOf<IdentityProvider>(none).hasSecret).toBe(false);
    expect(await secrets()).toEqual([]);
    const answers = [again.text, none.text, (await providers.list(admin)).text, server.logs.join('\n')].join('\n');
    for (const secret of [SECRET, 'another-secret', 'sealed:v1']) expect(answers).not.toContain(secret);
    const kept = await server.database.db.selectFrom('idempotency').select('body').execute();
    expect(JSON.stringify(kept)).not.toContain(SECRET);
  });

  it('of another version, or with another issuer, are not changed; a key works once', async () => {
    const made = await added();
    const stale = await providers.update(admin, made.providerId, someProvider(), { 'If-Match': '"7"' });
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT' });
    const moved = await providers.update(admin, made.providerId, someProvider({ issuer: 'https://evil.test' }));
    expect(moved.body['errors']).toEqual({
      issuer: 'The issuer of a provider cannot be changed. Please add another provider',
    });
    const key = { 'Idempotency-Key': '0b0e7a0e-8f57-4a3e-9d9f-3d1f3d5f7a11' };
    await providers.create(admin, someProvider({ name: 'Once' }), key);
    await providers.create(admin, someProvider({ name: 'Once' }), key);
    expect(dataOf<{ providers: [] }>(await providers.list(admin)).providers).toHaveLength(2);
  });

  it('are twenty at most, also when many are added at once', async () => {
    const answers = await Promise.all(Array.from({ length: 23 }, () => providers.create(admin, someProvider())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it.each([
    ['name', { name: ' ' }, 'Please enter the name'],
    ['issuer', { issuer: '' }, 'Please enter the issuer'],
    ['issuer', { issuer: 'http://idp.example' }, 'The issuer must begin with https://'],
    ['issuer', { issuer: 'https://idp.example?x=1' }, 'The issuer must be an address alone'],
    ['issuer', { issuer: 'https://a:b@idp.example' }, 'The issuer must be an address alone'],
    [
      'issuer',
      { issuer: 'https://idp.example/.well-known/openid-configuration' },
      'Please enter the issuer without /.well-known/openid-configuration',
    ],
    ['clientId', { clientId: 5 }, null],
    ['clientSecret', { clientSecret: 'with\na line' }, 'The client secret cannot be read'],
    ['domains', { domains: ['not a domain'] }, 'This is not a domain: not a domain'],
    ['groupsClaim', { groupRoles: { a: ['finance'] } }, 'Please enter the claim that names the groups'],
    ['groupRoles', { groupsClaim: 'groups', groupRoles: { a: ['king'] } }, 'A group gives a role that does not exist'],
  ])('%s %j is refused', async (field, changes, message) => {
    const answer = await providers.create(admin, { ...someProvider(), ...changes });
    expect(answer.status).toBe(422);
    const errors = answer.body['errors'] as Record<string, string>;
    expect(Object.keys(errors)).toEqual([field]);
    if (message !== null) expect(errors[field]).toBe(message);
  });

  it('sign people in once they are on, and not while they are off', async () => {
    const body = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const made = await added({ ...body, enabled: false });
    provider.account = { sub: 'acme-1', email: email('employee'), email_verified: true };
    expect((await signIn(undefined, made.providerId)).status).toBe(401);
    await providers.update(admin, made.providerId, someProvider({ ...body, enabled: true }));
    expect((await signIn(undefined, made.providerId)).status).toBe(200);
  });
});

describe('SES-36 trying a provider out', () => {
  const METADATA = '/.well-known/openid-configuration';
  const sentence = async (): Promise<unknown> => (await providers.tryOut(admin, provider.issuer)).body['message'];

  it('answers what it says of itself', async () => {
    const answer = await providers.tryOut(admin, provider.issuer);
    expect(dataOf(answer)).toEqual({ issuer: provider.issuer, keys: 1, signsOut: true });
  });

  it('says of each fault what is wrong', async () => {
    provider.instead.set(METADATA, (_request, response) => send(response, 500, {}));
    expect(await sentence()).toBe('The provider answers with an error. Check the issuer. (500)');
    provider.instead.set(METADATA, (_request, response) => send(response, 302, {}));
    expect(await sentence()).toContain('answers with a redirect, which is not followed');
    provider.instead.set(METADATA, (_request, response) => send(response, 200, { issuer: 'https://evil.test' }));
    expect(await sentence()).toContain('The provider says that it is another issuer');
    provider.mend();
    provider.changed.set('/jwks', () => ({ keys: [] }));
    expect(await sentence()).toBe('The provider has no keys that signatures can be checked with.');
    provider.mend();
    provider.instead.set('/jwks', (_request, response) => send(response, 503, {}));
    expect(await sentence()).toBe('The provider answers with an error. Check the issuer. (503)');
    const gone = await providers.tryOut(admin, 'https://127.0.0.1:9');
    expect(gone.body['errors']).toEqual({ issuer: 'The provider cannot be reached. Check the issuer.' });
  });
});

describe('SES-36 a provider that is no more to be trusted', () => {
  it.each(['off', 'removed'])('%s, signs out whoever came in through it, each with a row', async (way) => {
    const { db } = server.database;
    const settings = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
    const { providerId } = await added(settings);
    await db.updateTable('people').set({ subject: null }).where('id', '=', idOf('employee2')).execute();
    provider.account = { sub: 'acme-employee2', email: email('employee2'), email_verified: true };
    const opened = await signIn(undefined, providerId);
    const token = String(opened.body['token']);
    const details = () => server.with(token).get('/api/v2/getLoggedInDetails');
    expect((await details()).status).toBe(200);
    const answer =
      way === 'off'
        ? await providers.update(admin, providerId, someProvider({ ...settings, enabled: false }))
        : await providers.remove(admin, providerId);
    expect(answer.status).toBe(200);
    expect((await details()).status).toBe(401);
    const rows = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'on_behalf_of'])
      .where('action', '=', 'sign-out')
      .where('on_behalf_of', '=', idOf('employee2'))
      .orderBy('at', 'desc')
      .limit(1)
      .execute();
    expect(rows).toEqual([{ actor_id: idOf('org-admin'), on_behalf_of: idOf('employee2') }]);
    expect((await (await server.as('org-admin')).get('/api/v2/getLoggedInDetails')).status).toBe(200);
  });
});

describe('SES-37 groups that give roles', () => {
  const rolesOf = async (who: 'employee' | 'manager' | 'org-admin') =>
    (
      await server.database.db
        .selectFrom('people')
        .select('roles')
        .where('id', '=', idOf(who))
        .executeTakeFirstOrThrow()
    ).roles;
  const withGroups = (changes = {}) =>
    added({
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      groupsClaim: 'groups',
      groupRoles: { accounts: ['finance'], travel: ['admin'], bosses: ['orgAdmin'] },
      ...changes,
    });
  const as = (who: 'employee' | 'manager' | 'org-admin', groups?: string[]): void => {
    provider.account = { sub: `acme-${who}`, email: email(who), email_verified: true, ...(groups && { groups }) };
  };

  it('come and go with the groups; other roles stay, and each change is on record', async () => {
    await server.database.db.updateTable('people').set({ subject: null }).where('id', '=', idOf('employee')).execute();
    await setRoles(server.database.db, 'employee', ['campaign', 'admin']);
    const { providerId } = await withGroups();
    as('employee', ['accounts', 'constructor', '__proto__']);
    const before = await signIn(undefined, providerId);
    expect(before.status).toBe(200);
    expect(await rolesOf('employee')).toEqual(['finance', 'campaign']);
    as('employee', []);
    await signIn(undefined, providerId);
    expect(await rolesOf('employee')).toEqual(['campaign']);
    as('employee');
    await signIn(undefined, providerId);
    expect(await rolesOf('employee')).toEqual(['campaign']);
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('record_id', '=', idOf('employee'))
      .where('action', '=', 'person-changed')
      .orderBy('version')
      .execute();
    const by = `oidc:${providerId}`;
    expect(rows).toEqual([
      { actor_id: null, before: { roles: ['campaign', 'admin'] }, after: { roles: ['finance', 'campaign'], by } },
      { actor_id: null, before: { roles: ['finance', 'campaign'] }, after: { roles: ['campaign'], by } },
    ]);
  });

  it('groups that are too many for a token change no roles', async () => {
    await setRoles(server.database.db, 'employee', ['finance']);
    const { providerId } = await withGroups();
    as('employee');
    provider.claims({ _claim_names: { groups: 'src1' } });
    expect((await signIn(undefined, providerId)).status).toBe(200);
    expect(await rolesOf('employee')).toEqual(['finance']);
  });

  it('a provider without a map changes no roles', async () => {
    await setRoles(server.database.db, 'employee', ['finance']);
    const { providerId } = await withGroups({ groupRoles: null });
    as('employee', []);
    await signIn(undefined, providerId);
    expect(await rolesOf('employee')).toEqual(['finance']);
  });

  it('ORG-4 never take the role from a manager to whom somebody reports', async () => {
    const { db } = server.database;
    await db.updateTable('people').set({ subject: null }).where('id', '=', idOf('manager')).execute();
    const { providerId } = await withGroups({ groupRoles: { bosses: ['manager'], accounts: ['finance'] } });
    as('manager', ['accounts']);
    expect((await signIn(undefined, providerId)).status).toBe(200);
    expect(await rolesOf('manager')).toEqual(['manager', 'finance']);
    // Roles that are as they should be make no row.
    await signIn(undefined, providerId);
    const { n } = await db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('record_id', '=', idOf('manager'))
      .where('action', '=', 'person-changed')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(1);
  });

  it('never take the role from the last organisation admin, and from another one they do', async () => {
    const { db } = server.database;
    await db.updateTable('people').set({ subject: null }).where('id', '=', idOf('org-admin')).execute();
    const { providerId } = await withGroups();
    as('org-admin', []);
    expect((await signIn(undefined, providerId)).status).toBe(200);
    expect(await rolesOf('org-admin')).toEqual(['orgAdmin']);
    await setRoles(db, 'employee2', ['orgAdmin']);
    await signIn(undefined, providerId);
    expect(await rolesOf('org-admin')).toEqual([]);
    await setRoles(db, 'org-admin', ['orgAdmin']);
    await setRoles(db, 'employee2', []);
  });
});
