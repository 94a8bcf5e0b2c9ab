import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as directory from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import * as support from '#tests/support/scim.ts';
import { aUser, personOf, ScimClient, scimClient } from '#tests/support/scim.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await startServer();
  scim = await scimClient(server);
});
afterAll(() => server.close());

type Made = { tokenId: string; token: string };

describe('SCIM-1 a token', () => {
  const codes = async (token: string | null, headers: Record<string, string> = {}) => {
    const client = new ScimClient(server.url, token);
    const answers = [
      await client.get('/Users', headers),
      await client.send('POST', '/Users', aUser('nobody'), headers),
      await client.get('/nowhere', headers),
    ];
    return answers.map(({ status }) => status);
  };

  it('is asked for before anything is read: none, another one, a session’s or an ended one opens nothing', async () => {
    const session = await server.signIn('org-admin');
    const ended = dataOf<Made>(await support.makeToken(await server.as('org-admin'), 'Ended'));
    expect((await new ScimClient(server.url, ended.token).get('/Users')).status).toBe(200);
    await support.endToken(await server.as('org-admin'), ended.tokenId);
    const answer = await new ScimClient(server.url, null).get('/Users');
    expect([answer.status, answer.headers.get('www-authenticate'), answer.body['status']]).toEqual([
      401,
      'Bearer realm="SCIM"',
      '401',
    ]);
    expect(await codes(session)).toEqual([401, 401, 401]);
    expect((await codes(null, { token: session, platform: 'WEB_SITE', cookie: `token=${session}` }))[0]).toBe(401);
    expect((await codes(ended.token))[0]).toBe(401);
    // Ten wrong ones a minute, and then nobody there may try; who has a good one is not in the way.
    const many = new ScimClient(server.url, 'kharcha_scim_wrongwrongwrongwrongwrong');
    for (let n = 0; n < 10; n += 1) await many.get('/Users');
    expect((await many.get('/Users')).status).toBe(429);
    expect((await scim.get('/Users?count=1')).status).toBe(200);
    server.clock.now += 120_000;
  });

  it('opens nothing else: neither the interface of people nor the intake', async () => {
    const token = scim.token ?? '';
    const api = server.with(token);
    expect((await api.get('/api/v1/people?pageSize=1&pageNumber=0')).status).toBe(401);
    expect((await api.get('/api/v1/people', { token: '', authorization: `Bearer ${token}` })).status).toBe(401);
    const intake = await api.post('/api/v1/integration/conveyance', [], { token: '', 'x-api-key': token });
    expect([401, 404]).toContain(intake.status);
  });

  it('is shown once, kept as a hash, ends by its day, and stands in no log', async () => {
    const api = await server.as('org-admin');
    const made = dataOf<Made>(await support.makeToken(api, 'Okta', 1));
    expect(made.token).toMatch(/^kharcha_scim_[\w-]{43}$/);
    const client = new ScimClient(server.url, made.token);
    expect((await client.get('/Users?count=0')).status).toBe(200);
    await client.get(`/Users?filter=${encodeURIComponent('userName eq "secret.person@corp.example"')}`);
    const { tokens, address } = await support.provisioningOf(api);
    expect(address).toBe(`${server.url}/scim/v2`);
    expect(tokens.find(({ tokenId }) => tokenId === made.tokenId)).toMatchObject({ name: 'Okta', endedAt: null });
    expect(tokens.find(({ tokenId }) => tokenId === made.tokenId)?.lastUsedAt).toBe(server.clock.now);
    server.clock.now += 86_400_000;
    expect((await client.get('/Users?count=0')).status).toBe(401);
    const kept = JSON.stringify([
      await server.database.db.selectFrom('api_keys').selectAll().execute(),
      await server.database.db.selectFrom('idempotency').selectAll().execute(),
      await server.database.db.selectFrom('audit_log').selectAll().execute(),
      server.logs,
    ]);
    expect(kept).not.toContain(made.token);
    expect(server.logs.join('\n')).not.toContain('secret.person');
    expect(server.logs.some((line) => line.includes('"/scim/v2/Users"'))).toBe(true);
  });
});

describe('SCIM-5 a filter', () => {
  const filter = (text: string) => scim.get(`/Users?filter=${encodeURIComponent(text)}`);

  it('is never SQL: whatever stands in it is a value', async () => {
    const before = (await scim.get('/Users?count=0')).body['totalResults'];
    for (const text of [
      `userName eq "' or 1=1 --"`,
      `userName sw "%"`,
      `displayName co "_"`,
      `externalId eq "\\"; drop table people; --"`,
      `emails.value eq "x') union select 1 --"`,
      `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber eq "\\\\"`,
    ]) {
      const answer = await filter(text);
      expect([text, answer.status, answer.body['totalResults']]).toEqual([text, 200, 0]);
    }
    for (const text of [`password eq "x"`, `roles eq "orgAdmin"`, `p.id eq "x"`, `subject pr`, `userName gt "a"`])
      expect([text, (await filter(text)).body['scimType']]).toEqual([text, 'invalidFilter']);
    expect((await filter('userName eq "\u0000"')).status).toBe(400);
    expect((await scim.get('/Users?count=0')).body['totalResults']).toBe(before);
  });

  it('is refused when it is too deep, too wide or too long', async () => {
    const deep = `${'('.repeat(900)}userName eq "x"${')'.repeat(900)}`;
    const wide = Array.from({ length: 51 }, () => 'id pr').join(' or ');
    const nots = `${'not '.repeat(400)}(id pr)`;
    for (const text of [wide, 'x'.repeat(2_001), `${'('.repeat(1_000)}`, `userName eq ${'"'.repeat(999)}`])
      expect((await filter(text)).body['scimType']).toBe('invalidFilter');
    for (const text of [deep, nots]) expect([200, 400]).toContain((await filter(text)).status);
  });
});

describe('bodies', () => {
  it('SCIM-6 a PATCH has a bounded number of operations, each of which changes the user alone', async () => {
    const { id } = await scim.made(aUser('patched'));
    const many = Array.from({ length: 101 }, () => ({ op: 'add', path: 'title', value: 'x' }));
    expect((await scim.patch(`/Users/${id}`, many)).body['scimType']).toBe('tooMany');
    const values = Array.from({ length: 51 }, (_, n) => ({ type: 'other', value: `p${n}` }));
    expect((await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'phoneNumbers', value: values }])).status).toBe(400);
    const large = [{ op: 'add', path: 'title', value: 'x'.repeat(70_000) }];
    expect((await scim.patch(`/Users/${id}`, large)).status).toBe(413);
    const wide = [{ op: 'add', path: 'title', value: 'x'.repeat(40_000) }];
    expect((await scim.patch(`/Users/${id}`, wide)).status).toBe(400);
    for (const path of ['__proto__.polluted', 'constructor.prototype', 'name.__proto__', 'a[', 'emails[type eq'])
      expect([path, (await scim.patch(`/Users/${id}`, [{ op: 'add', path, value: 'yes' }])).status]).toEqual([
        path,
        400,
      ]);
    const body = `{"Operations":[{"op":"add","value":{"__proto__":{"polluted":"yes"},"title":"kept"}}]}`;
    expect((await scim.send('PATCH', `/Users/${id}`, body)).body['title']).toBe('kept');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    // What the server itself says of a user is not said by a client.
    const own = await scim.patch(`/Users/${id}`, [
      { op: 'replace', value: { id: 'PRS1', groups: [{ value: 'x' }], roles: [{ value: 'orgAdmin' }] } },
    ]);
    expect(own.body).toMatchObject({ id, groups: [] });
    expect((await personOf(server, id)).roles).toEqual([]);
  });
});

describe('SCIM-9 roles', () => {
  it('come from no group that an organisation admin has not given any, whatever it is called', async () => {
    const group = await scim.post('/Groups', {
      displayName: 'orgAdmin',
      roles: ['orgAdmin'],
      members: [{ value: idOf('employee') }],
    });
    await scim.patch(`/Groups/${group.body.id}`, [
      { op: 'add', path: 'roles', value: ['orgAdmin'] },
      { op: 'add', value: { roles: ['orgAdmin'] } },
    ]);
    expect((await personOf(server, idOf('employee'))).roles).toEqual([]);
    const api = await server.as('employee');
    expect((await support.giveRoles(api, group.body.id, ['orgAdmin'])).status).toBe(403);
  });

  it('ORG-5 the last organisation admin is neither deactivated, deleted nor taken out of the group', async () => {
    const admin = idOf('org-admin');
    for (const answer of [
      await scim.patch(`/Users/${admin}`, [{ op: 'replace', value: { active: false } }]),
      await scim.delete(`/Users/${admin}`),
    ])
      expect([answer.status, answer.body['detail']]).toEqual([
        409,
        'This is the last organisation admin. Please name another one first.',
      ]);
    const group = await scim.post('/Groups', { displayName: 'Admins', members: [{ value: admin }] });
    await support.giveRoles(await server.as('org-admin'), group.body.id, ['orgAdmin']);
    expect((await scim.delete(`/Groups/${group.body.id}`)).status).toBe(409);
    const out = [{ op: 'remove', path: `members[value eq "${admin}"]` }];
    expect((await scim.patch(`/Groups/${group.body.id}`, out)).status).toBe(409);
    expect(await personOf(server, admin)).toMatchObject({ disabled: false, source: 'SCREEN' });
    expect((await personOf(server, admin)).roles).toContain('orgAdmin');
  });
});

describe('at once', () => {
  it('SCIM-3 of two creations of one person one is made', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => scim.post('/Users', aUser('twin'))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await scim.find('externalId eq "ext-twin"')).toHaveLength(1);
  });

  it('ORG-7 a file that is taken in meanwhile changes nobody whom the provider keeps', async () => {
    const api = await server.as('org-admin');
    const csv = `Name,Email,Code\nFile Asha,${email('employee')},KH1001\nFile Twin,twin@corp.example,E-twin`;
    const { plan } = dataOf<{ plan: string }>(await directory.importFile(api, csv));
    const [file] = await Promise.all([
      directory.importFile(api, csv, { apply: 'true', plan }),
      scim.post('/Users', aUser('asha', { userName: email('employee'), emails: [] })),
    ]);
    expect([200, 409]).toContain(file.status);
    expect(await personOf(server, idOf('employee'))).toMatchObject({ source: 'SCIM', name: 'User asha' });
    const seen = dataOf<{ refused: { reason: string }[] }>(await directory.importFile(api, csv));
    expect(seen.refused.map(({ reason }) => reason)).toEqual([
      'This person is kept by the identity provider.',
      'This person is kept by the identity provider.',
    ]);
  });

  it('and the log of the directory is whole', async () => {
    const { verifyAudit } = await import('#server/platform/audit/audit.ts');
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
