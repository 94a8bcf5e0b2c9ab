import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { email, idOf } from '#tests/support/people.ts';
import { aUser, CORE, ENTERPRISE, personOf, scimClient, type ScimClient } from '#tests/support/scim.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await startServer();
  scim = await scimClient(server);
});
afterAll(() => server.close());

const inDirectory = (id: string) => personOf(server, id);

describe('SCIM-2 what the service says of itself', () => {
  it('filters, sorts, patches and has entity tags, and has no bulk', async () => {
    const { body, headers } = await scim.get('/ServiceProviderConfig');
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
    });
    const types = (await scim.get('/ResourceTypes')).body['Resources'] as { id: string }[];
    expect(types.map(({ id }) => id)).toEqual(['User', 'Group']);
    const schemas = (await scim.get('/Schemas')).body['Resources'] as { id: string }[];
    expect(schemas.map(({ id }) => id)).toContain(ENTERPRISE);
    expect((await scim.get(`/Schemas/${CORE}`)).body['name']).toBe('User');
    expect((await scim.get('/ResourceTypes/Group')).body).toMatchObject({ endpoint: '/Groups' });
  });

  it('answers what is not there, and what it does not do, in SCIM’s words', async () => {
    const missing = await scim.get('/Users/PRS1');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(missing.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: expect.any(String),
    });
    expect((await scim.post('/Bulk', {})).status).toBe(404);
    const filter = await scim.get('/Users?filter=userName%20eq');
    expect([filter.status, filter.body['scimType']]).toEqual([400, 'invalidFilter']);
    const body = await scim.send('POST', '/Users', '{"userName":');
    expect([body.status, body.body['scimType']]).toEqual([400, 'invalidSyntax']);
    const value = await scim.post('/Users', aUser('bad', { emails: [{ type: 'work', value: 'no address' }] }));
    expect([value.status, value.body['scimType']]).toEqual([400, 'invalidValue']);
    expect((await scim.send('POST', '/Users', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('SCIM-3 a user is a person of the directory', () => {
  it('is put in, and given back with everything that was sent', async () => {
    const sent = aUser('asha', {
      title: 'Engineer',
      phoneNumbers: [{ type: 'work', value: '+91 1' }],
      'urn:example:custom:2.0:User': { badge: 7 },
      password: 'never kept',
      [ENTERPRISE]: { employeeNumber: 'E1', costCenter: 'R&D', department: 'Lab' },
    });
    const answer = await scim.post('/Users', sent);
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.headers.get('location')).toBe(`${server.url}/scim/v2/Users/${id}`);
    const { password: _password, ...kept } = sent;
    expect(answer.body).toMatchObject({ ...kept, id, groups: [], meta: { resourceType: 'User' } });
    expect(answer.text).not.toContain('never kept');
    expect(await inDirectory(id)).toMatchObject({
      name: 'User asha',
      email: 'asha@corp.example',
      employee_code: 'E1',
      cost_centre: 'R&D',
      source: 'SCIM',
      external_id: 'ext-asha',
      roles: [],
      disabled: false,
    });
    const log = await server.database.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).execute();
    expect(log.map((row) => [row.action, row.actor_id])).toEqual([['person-added', null]]);
  });

  it('has the name in parts where there is no other, and the work address before others', async () => {
    const { id } = await scim.made({
      userName: 'ravi',
      name: { givenName: 'Ravi', familyName: 'Menon-Two' },
      emails: [
        { type: 'home', value: 'home@else.example', primary: true },
        { type: 'work', value: 'Ravi.Two@Corp.Example' },
      ],
    });
    const row = await inDirectory(id);
    expect([row.name, row.email, row.employee_code]).toEqual(['Ravi Menon-Two', 'ravi.two@corp.example', 'ravi']);
  });

  it('takes over a person whom no client knows, by the address, and refuses one whom a client knows', async () => {
    const first = await scim.post('/Users', aUser('one', { userName: email('employee2').toUpperCase(), emails: [] }));
    expect([first.status, first.body.id]).toEqual([201, idOf('employee2')]);
    expect(await inDirectory(idOf('employee2'))).toMatchObject({
      source: 'SCIM',
      email: email('employee2'),
      name: 'User one',
    });
    const again = await scim.post('/Users', aUser('two', { userName: email('employee2') }));
    expect([again.status, again.body['scimType']]).toEqual([409, 'uniqueness']);
    const other = await scim.post('/Users', aUser('three', { externalId: 'ext-one' }));
    expect([other.status, other.body['scimType']]).toEqual([409, 'uniqueness']);
    const code = await scim.post('/Users', aUser('four', { [ENTERPRISE]: { employeeNumber: 'E-ONE' } }));
    expect([code.status, code.body['detail']]).toEqual([409, 'User one has this employee code']);
  });

  it('ORG-7 what a client has said is not changed on screen, and what it has not said is', async () => {
    const { id } = await scim.made(aUser('kept'));
    const api = await server.as('org-admin');
    const person = (await api.get(`/api/v1/people/${id}`)).body['data'] as Record<string, unknown>;
    const body = { ...person, manager: email('manager'), costCentre: 'Sales', joinedOn: null };
    expect((await api.put(`/api/v1/people/${id}`, { ...body, name: 'Else' })).status).toBe(422);
    expect((await api.put(`/api/v1/people/${id}`, body)).status).toBe(200);
    expect(await inDirectory(id)).toMatchObject({ manager_id: idOf('manager'), cost_centre: 'Sales' });
    // What the client says afterwards of something else leaves both as they are.
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'Lead' }]);
    expect(await inDirectory(id)).toMatchObject({ manager_id: idOf('manager'), cost_centre: 'Sales' });
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: `${ENTERPRISE}:costCenter`, value: 'R&D' }]);
    expect((await api.put(`/api/v1/people/${id}`, { ...body, costCentre: 'Other' })).status).toBe(422);
  });

  it('PUT says everything anew and takes back what was said before', async () => {
    const { id } = await scim.made(
      aUser('put', { title: 'A', [ENTERPRISE]: { employeeNumber: 'E-put', costCenter: 'X' } }),
    );
    const answer = await scim.put(`/Users/${id}`, aUser('put', { displayName: 'Put Again' }));
    expect(answer.status).toBe(200);
    expect(answer.body['title']).toBeUndefined();
    expect(await inDirectory(id)).toMatchObject({ name: 'Put Again', cost_centre: '', employee_code: 'E-put' });
  });
});

describe('SCIM-4 entity tags', () => {
  it('a change on another version is refused, and a version that is known is not sent again', async () => {
    const { id } = await scim.made(aUser('etag'));
    const before = await scim.get(`/Users/${id}`);
    const tag = before.headers.get('etag') ?? '';
    expect((before.body['meta'] as { version: string }).version).toBe(tag);
    expect((await scim.get(`/Users/${id}`, { 'if-none-match': tag })).status).toBe(304);
    const rename = [{ op: 'replace', path: 'displayName', value: 'Renamed' }];
    const changed = await scim.patch(`/Users/${id}`, rename, { 'if-match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect((await scim.patch(`/Users/${id}`, rename, { 'if-match': tag })).status).toBe(412);
    expect((await scim.delete(`/Users/${id}`, { 'if-match': tag })).status).toBe(412);
    expect((await scim.put(`/Users/${id}`, aUser('etag'), { 'if-match': '*' })).status).toBe(200);
  });
});
