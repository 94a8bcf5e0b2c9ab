import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_WEBHOOKS } from '#contract/limits.ts';
import type { Webhook } from '#contract/webhook.ts';
import { composeWebhookOff } from '#server/modules/webhooks/index.ts';
import { post } from '#server/modules/webhooks/sending/post.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { isInside, isMetadata, type Lookup } from '#server/platform/base/inside.ts';
import type { Api } from '#tests/support/api.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as hooks from '#tests/support/webhooks.ts';
import { bodyFor, says, startReceiver, type Added, type Receiver } from '#tests/support/webhooks.ts';

const SECRETS_KEY = 'of-the-tests-of-webhooks-0123456789abcdef';

let server: TestServer;
let strict: TestServer;
let admin: Api;
let receiver: Receiver;
beforeAll(async () => {
  [server, strict] = await Promise.all([startServer({ WEBHOOKS_PRIVATE: '1', SECRETS_KEY }), startServer()]);
  admin = await server.as('org-admin');
  receiver = await startReceiver();
});
afterAll(async () => {
  expect(await verifyAudit(server.database.db)).toBeNull();
  await receiver.close();
  await Promise.all([server.close(), strict.close()]);
});
beforeEach(async () => {
  await hooks.forgetAll(server);
  receiver.got.length = 0;
  receiver.answer = says(204);
});

const URL_ = 'https://hooks.example.com/kharcha';

describe('HOOK-8 an organisation admin', () => {
  it('adds a receiver, changes it, switches it off and on, and ends it; all of it is in the log', async () => {
    const { secret: _secret, ...made } = await hooks.added(admin, URL_, { events: ['claim.filed'] });
    expect(made).toMatchObject({ url: URL_, events: ['claim.filed'], off: null, waiting: 0, failed: 0, version: 1 });
    expect(dataOf<Webhook[]>(await hooks.list(admin))).toEqual([made]);
    const { webhookId } = made;
    const off = bodyFor(`${URL_}/2`, { events: ['claim.paid', 'claim.paid'], enabled: false });
    const stale = await hooks.change(admin, webhookId, off, { 'if-match': '"7"' });
    expect([stale.status, stale.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(dataOf(await hooks.change(admin, webhookId, off, { 'if-match': '"1"' }))).toMatchObject({
      url: `${URL_}/2`,
      events: ['claim.paid'],
      off: 'ADMIN',
      version: 2,
    });
    dataOf(await hooks.change(admin, webhookId, bodyFor(URL_)));
    dataOf(await hooks.rotate(admin, webhookId));
    dataOf(await hooks.again(admin, webhookId, null));
    dataOf(await hooks.end(admin, webhookId));
    expect(dataOf(await hooks.list(admin))).toEqual([]);
    const logged = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'actor_id'])
      .where('record_id', '=', webhookId)
      .orderBy('version')
      .execute();
    expect(logged.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      ['webhook-add', 'webhook-change', 'webhook-change', 'webhook-secret', 'webhook-again', 'webhook-end'].map(
        (action) => [action, idOf('org-admin')],
      ),
    );
    expect(logged[1]?.before).toEqual({ url: URL_, events: ['claim.filed'], enabled: true });
  });

  it('has ten at most', async () => {
    for (let n = 0; n < MAX_WEBHOOKS; n += 1) await hooks.added(admin, URL_);
    const more = await hooks.add(admin, bodyFor(URL_));
    expect([more.status, more.body['code']]).toEqual([409, 'CONFLICT']);
  });

  it.each([
    ['no address', { url: '' }, 'url'],
    ['what is no address', { url: 'hooks' }, 'url'],
    ['plain http', { url: 'http://hooks.example.com/' }, 'url'],
    ['a file', { url: 'file:///etc/passwd' }, 'url'],
    ['a password', { url: 'https://me:secret@hooks.example.com/' }, 'url'],
    ['nothing to send', { events: [] }, 'events'],
    ['what is not told', { events: ['claim.filed', 'claim.secret'] }, 'events'],
    ['no word whether it is on', { enabled: 'yes' }, 'enabled'],
  ])('HOOK-7 is refused %s', async (_, changes, field) => {
    const answer = await hooks.add(admin, { ...bodyFor(URL_), ...changes });
    expect([answer.status, Object.keys(answer.body['errors'] as object)]).toEqual([422, [field]]);
  });

  it('HOOK-7 is refused plain http on this machine too, unless the setting allows it', async () => {
    const api = await strict.as('org-admin');
    const answer = await hooks.add(api, bodyFor(receiver.url));
    expect([answer.status, answer.body['message']]).toEqual([422, 'The address must begin with https://']);
  });

  it('HOOK-4 sees a secret once; it is kept sealed, stands in no log, and goes with its receiver', async () => {
    const made = await hooks.added(admin, URL_);
    const next = dataOf<Added>(await hooks.rotate(admin, made.webhookId));
    const { db } = server.database;
    for (const secret of [made.secret, next.secret]) {
      const bare = secret.slice('whsec_'.length);
      expect((await hooks.list(admin)).text).not.toContain(bare);
      expect(server.logs.join()).not.toContain(bare);
      for (const table of ['secrets', 'audit_log', 'webhooks', 'idempotency'] as const)
        expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(bare);
    }
    dataOf(await hooks.end(admin, made.webhookId));
    expect(await db.selectFrom('secrets').select('name').where('name', 'like', 'webhook %').execute()).toEqual([]);
  });

  it('tries a receiver out at once, also one that is off, and is told how that went', async () => {
    const { webhookId, secret } = await hooks.added(admin, receiver.url, { enabled: false });
    expect(dataOf(await hooks.tryOut(admin, webhookId))).toEqual({ ok: true, message: 'It has taken the test.' });
    expect(receiver.got[0]?.event).toMatchObject({ type: 'webhook.test', data: {} });
    expect(secret).not.toBe('');
    receiver.answer = says(418);
    expect(dataOf(await hooks.tryOut(admin, webhookId))).toEqual({
      ok: false,
      message: 'It answered with status 418.',
    });
    // It says nothing of what there is at an address: status alone, never what was answered.
    receiver.answer = (response) => void response.writeHead(500).end('the password of this machine');
    expect((await hooks.tryOut(admin, webhookId)).text).not.toContain('password');
  });

  it('HOOK-6 is written to when a receiver was switched off, unless it is on again', async () => {
    const { db } = server.database;
    const compose = composeWebhookOff(db, { address: 'https://claims.example.com', clock: () => server.clock.now });
    expect(await compose(idOf('org-admin'), NOW)).toBeNull();
    const { webhookId } = await hooks.added(admin, receiver.url);
    receiver.answer = says(410);
    await file(await server.as('employee'));
    await hooks.send(server);
    const mail = await compose(idOf('org-admin'), NOW);
    expect(mail).toMatchObject({ to: email('org-admin'), subject: 'A receiver of webhooks was switched off' });
    expect(mail?.text).toContain(`${receiver.url}\nsaid that it is gone for good (410).`);
    expect(mail?.text).toContain('https://claims.example.com/integrations');
    expect(await compose(idOf('employee'), NOW)).toBeNull();
    dataOf(await hooks.change(admin, webhookId, bodyFor(receiver.url)));
    expect(await compose(idOf('org-admin'), NOW)).toBeNull();
  });
});

describe('HOOK-7 an attacker who may enter an address', () => {
  const posted = { id: 'evt_1', body: '{}', secrets: [], now: 0 };
  const to =
    (...addresses: string[]): Lookup =>
    (_, __, done) =>
      done(
        null,
        addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const reasonOf = async (url: string, lookup?: Lookup, anywhere = false) => {
    const outcome = await post({ ...posted, url }, { anywhere, lookup, timeout: 5_000 });
    return 'reason' in outcome ? outcome.reason : outcome.is;
  };

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[2002:7f00:1::]',
  ])('reaches nothing at https://%s', async (host) => {
    expect(await reasonOf(`https://${host}/`)).toBe('inside');
  });

  it('reaches nothing by a name that leads inside, by one of several addresses, or on the second look', async () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:7f00:1', 'fd12::1'])
      expect([address, await reasonOf(`https://hooks.example.com:${443}/`, to(address))]).toEqual([address, 'inside']);
    expect(await reasonOf('https://hooks.example.com/', to('93.184.215.14', '10.0.0.1'))).toBe('inside');
    // What is looked up is what is connected to: there is no second look that could say something else.
    let looks = 0;
    const rebinding: Lookup = (name, options, done) => {
      looks += 1;
      to(looks === 1 ? '203.0.113.7' : '127.0.0.1')(name, options, done);
    };
    expect([await reasonOf('https://hooks.example.com/', rebinding), looks]).toEqual(['inside', 1]);
    expect(await reasonOf('http://hooks.example.com/')).toBe('insecure');
    expect(await reasonOf(receiver.url)).toBe('insecure');
    expect(receiver.got).toEqual([]);
  });

  it('reaches no cloud’s address of a machine about itself, even where private addresses are allowed', async () => {
    for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '[fd00:ec2::254]', '100.100.100.200'])
      expect([host, await reasonOf(`https://${host}/`, undefined, true)]).toEqual([host, 'inside']);
    expect(await reasonOf('https://hooks.example.com/', to('169.254.170.2'), true)).toBe('inside');
    expect([isInside('10.0.0.1'), isMetadata('10.0.0.1'), isMetadata('::ffff:a9fe:a9fe')]).toEqual([true, false, true]);
  });

  it('is not led anywhere by a redirect', async () => {
    const inner = await startReceiver();
    receiver.answer = says(302, { location: inner.url });
    expect(await reasonOf(receiver.url, undefined, true)).toBe('redirect');
    expect(inner.got).toEqual([]);
    await inner.close();
  });
});
