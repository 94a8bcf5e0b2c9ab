import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '#contract/identityProvider.ts';
import { keysCommand } from '#server/modules/session/index.ts';
import { ADMIN_NOTICE, composeAdminNotice } from '#server/modules/people/index.ts';
import { issueSignInSecret } from '#server/modules/setup/index.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendQueuedMails } from '#server/platform/mail/sendQueued.ts';
import type { Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { somebody } from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import * as providers from '#tests/support/identityProviders.ts';
import { someProvider } from '#tests/support/identityProviders.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { giveRoles, makeToken, scimClient } from '#tests/support/scim.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** Two organisation admins: who does something is `org-admin`, who is told is `finance2`. */

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer({ SECRETS_KEY: 'Zm9yIHRlc3RzIG9ubHksIG5vdCBhIHNlY3JldCBhdCBhbGw=' });
  api = await server.as('org-admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now += 60_000;
  const { db } = server.database;
  await setRoles(db, 'finance2', ['finance', 'orgAdmin']);
  await db.deleteFrom('mails').execute();
});

/** What the notices say that are due, by address. */
async function told(): Promise<Record<string, string>> {
  const mails: Mail[] = [];
  const { db } = server.database;
  const compose = {
    [ADMIN_NOTICE]: composeAdminNotice(db, { address: 'https://k.example', timeZone: () => 'Asia/Kolkata' }),
  };
  const send = async (mail: Mail) => void mails.push(mail);
  while ((await sendQueuedMails({ db, now: server.clock.now, compose, send, log: { info: () => undefined } })) > 0);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length);
  return Object.fromEntries(mails.map(({ to, text }) => [to, text]));
}
const other = email('finance2');
const added = async (key: string, roles: string[] = []): Promise<string> =>
  dataOf<{ personId: string }>(
    await directory.create(api, somebody({ email: `${key}@example.com`, employeeCode: key, roles: roles as never })),
  ).personId;

describe('ORG-44 every other organisation admin is told by mail', () => {
  it('of a provider added, changed, moved to and removed, once for all that waits', async () => {
    const made = dataOf<IdentityProvider>(await providers.create(api, someProvider()));
    await providers.update(api, made.providerId, someProvider({ name: 'Acme 2' }));
    dataOf(await providers.move(api, made.providerId));
    const mails = await told();
    expect(Object.keys(mails)).toEqual([other]);
    for (const line of [
      'added: Acme (',
      'changed: Acme 2 (https://idp.example)',
      'moved to a provider of sign-in: Acme 2',
    ])
      expect(mails[other]).toContain(line);
    server.clock.now += 1;
    await providers.remove(api, made.providerId);
    // What was told is not told again.
    expect((await told())[other]).not.toContain('added');
  });

  it('of the role given on screen, by a file and by a group, and of who loses it', async () => {
    const id = await added('N1', ['orgAdmin']);
    expect(await told()).toEqual({
      [other]: expect.stringContaining('Became organisation admin'),
      'n1@example.com': expect.stringContaining('Became organisation admin'),
    });
    server.clock.now += 1;
    dataOf(await directory.leave(api, id));
    expect(await told()).toEqual({
      [other]: expect.stringContaining('Left, an organisation admin'),
      'n1@example.com': expect.stringContaining('Left, an organisation admin'),
    });
    server.clock.now += 1;
    const file = 'Name,E-mail,Employee code,Roles\nNed,n2@example.com,N2,Organisation admin';
    const seen = dataOf<{ plan: string }>(await directory.importFile(api, file));
    dataOf(await directory.importFile(api, file, { apply: 'true', plan: seen.plan }));
    expect((await told())[other]).toContain('Became organisation admin: Ned');
    server.clock.now += 1;
    const client = await scimClient(server);
    await server.database.db.deleteFrom('mails').execute();
    const group = await client.post('/Groups', { displayName: 'Admins', members: [{ value: idOf('newcomer') }] });
    await giveRoles(api, String(group.body['id']), ['orgAdmin']);
    expect((await told())[other]).toContain('Became organisation admin');
    server.clock.now += 1;
    // Nobody of the directory did it: everybody is told, and who lost it.
    await client.patch(`/Groups/${String(group.body['id'])}`, [{ op: 'remove', path: 'members' }]);
    const mails = await told();
    expect(Object.keys(mails)).toEqual(expect.arrayContaining([other, email('org-admin'), email('newcomer')]));
  });

  it('of what is done to one of them, also at the address that was theirs', async () => {
    dataOf(await directory.resetSignIn(api, idOf('finance2')));
    expect((await told())[other]).toContain('Sign-in reset: ');
    server.clock.now += 1;
    dataOf(await directory.changed(api, 'finance2', { email: 'taken@example.com' }));
    // Where the role goes too before anything is sent.
    dataOf(await directory.changed(api, 'finance2', { roles: ['finance'] }));
    const mails = await told();
    expect(Object.keys(mails)).toContain(`taken@example.com, ${other}`);
    const text = Object.values(mails).join('\n');
    for (const line of [`${other} → taken@example.com`, 'Is no organisation admin any more: '])
      expect(text).toContain(line);
    server.clock.now += 1;
    dataOf(await directory.changed(api, 'finance2', { email: other }));
  });

  it('of a token for provisioning, and of a link that the server’s operator makes', async () => {
    await makeToken(api);
    expect((await told())[other]).toContain('Token for provisioning made: Entra ID');
    server.clock.now += 1;
    await keysCommand(['create', 'scim', 'By command'], server.database, server.clock.now);
    await issueSignInSecret(server.database, other, server.clock.now);
    const mails = await told();
    expect(Object.keys(mails)).toEqual(expect.arrayContaining([other, email('org-admin')]));
    for (const line of ['made: By command', 'Sign-in link made on the server: ']) expect(mails[other]).toContain(line);
  });

  it('not of what concerns no organisation admin, and nobody of their own doing', async () => {
    const id = await added('N3', ['finance']);
    dataOf(await directory.resetSignIn(api, id));
    dataOf(await directory.changed(api, 'employee', { grade: 'B' }));
    dataOf(await directory.leave(api, id));
    expect(await told()).toEqual({});
    dataOf(await directory.resetSignIn(api, idOf('org-admin')));
    expect(Object.keys(await told())).not.toContain(email('org-admin'));
  });

  it('of what happens while a mail is being sent, by the next', async () => {
    dataOf(await providers.create(api, someProvider({ name: 'One' })));
    await server.database.db.updateTable('mails').set({ attempts: 1 }).execute();
    server.clock.now += 1;
    dataOf(await providers.create(api, someProvider({ name: 'Two' })));
    const waiting = await server.database.db.selectFrom('mails').select('attempts').orderBy('created_at').execute();
    expect(waiting.filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(0);
  });
});
