import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { file } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { aUser, ENTERPRISE, personOf, scimClient, type ScimClient } from '#tests/support/scim.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await startServer();
  scim = await scimClient(server);
});
afterAll(() => server.close());

const managerOf = async (id: string) => (await personOf(server, id)).manager_id;
const setManager = (id: string, value: unknown) =>
  scim.patch(`/Users/${id}`, [{ op: 'replace', path: `${ENTERPRISE}:manager`, value }]);

describe('SCIM-7 a manager', () => {
  it('is named by id, externalId, userName, address or employee number', async () => {
    const boss = (await scim.made(aUser('chief', { emails: [{ type: 'work', value: 'chief.mail@corp.example' }] }))).id;
    const { id } = await scim.made(aUser('clerk'));
    for (const name of [boss, 'ext-chief', 'CHIEF@corp.example', 'Chief.Mail@corp.example', 'e-CHIEF']) {
      await setManager(id, null);
      expect(await managerOf(id)).toBeNull();
      expect((await setManager(id, { value: name })).status).toBe(200);
      expect([name, await managerOf(id)]).toEqual([name, boss]);
    }
  });

  it('who has not been sent yet is joined when they come, and when they come back', async () => {
    const early = await scim.made(
      aUser('early', { [ENTERPRISE]: { employeeNumber: 'E-early', manager: { value: 'ext-late' } } }),
    );
    expect(await managerOf(early.id)).toBeNull();
    expect((early[ENTERPRISE] as { manager: unknown }).manager).toEqual({ value: 'ext-late' });
    const late = await scim.made(aUser('late', { active: false }));
    expect(await managerOf(early.id)).toBeNull();
    await scim.patch(`/Users/${late.id}`, [{ op: 'replace', value: { active: true } }]);
    expect(await managerOf(early.id)).toBe(late.id);
    expect((await personOf(server, late.id)).roles).toEqual(['manager']);
  });

  it('ORG-3 makes no circle: with those who wait neither', async () => {
    const a = await scim.made(aUser('ca'));
    const b = await scim.made(aUser('cb', { [ENTERPRISE]: { employeeNumber: 'E-cb', manager: { value: a.id } } }));
    const answer = await setManager(a.id, b.id);
    expect([answer.status, answer.body['detail']]).toEqual([
      400,
      'This would make a circle: User cb reports to User ca reports to User cb',
    ]);
    const waits = await scim.made(
      aUser('wa', { [ENTERPRISE]: { employeeNumber: 'E-wa', manager: { value: 'ext-wb' } } }),
    );
    const comes = await scim.made(
      aUser('wb', { [ENTERPRISE]: { employeeNumber: 'E-wb', manager: { value: waits.id } } }),
    );
    expect([await managerOf(waits.id), await managerOf(comes.id)]).toEqual([null, waits.id]);
  });
});

describe('SCIM-8 who leaves', () => {
  let api: Api;
  beforeAll(async () => {
    api = await server.as('employee');
  });

  it('is signed out at once, and what waits for them goes to the manager above', async () => {
    const phone = await server.as('manager');
    const { expenseId } = await file(api);
    expect((await phone.get('/api/v1/user/role')).status).toBe(200);
    const left = await scim.patch(`/Users/${idOf('manager')}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect(left.status).toBe(200);
    expect((await phone.get('/api/v1/user/role')).status).toBe(401);
    const above = await personOf(server, idOf('employee'));
    expect(above.manager_id).toBe(idOf('director'));
    const row = await server.database.db
      .selectFrom('claims')
      .select('manager_id')
      .where('id', '=', expenseId)
      .executeTakeFirstOrThrow();
    expect(row.manager_id).toBe(idOf('director'));
    await scim.patch(`/Users/${idOf('manager')}`, [{ op: 'Replace', path: 'active', value: true }]);
    expect(await personOf(server, idOf('manager'))).toMatchObject({ disabled: false, left_on: null });
    expect((await server.as('manager')).token).toBeTruthy();
  });

  it('is kept where nobody is above to take over, and the client is told what to do', async () => {
    const top = await scim.made(aUser('top'));
    const below = await scim.made(
      aUser('below', { [ENTERPRISE]: { employeeNumber: 'b', manager: { value: top.id } } }),
    );
    const answer = await scim.delete(`/Users/${top.id}`);
    expect([answer.status, answer.body['detail']]).toEqual([409, expect.stringContaining('names who takes over')]);
    expect((await personOf(server, top.id)).disabled).toBe(false);
    await scim.delete(`/Users/${below.id}`);
    expect((await scim.delete(`/Users/${top.id}`)).status).toBe(204);
  });

  it('on screen does not come back by a change of something else, and does by being created', async () => {
    const { id } = await scim.made(aUser('screen'));
    const admin = await server.as('org-admin');
    expect((await admin.post(`/api/v1/people/${id}/leave`, { successor: null })).status).toBe(200);
    await scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: 'x' }]);
    expect((await personOf(server, id)).disabled).toBe(true);
    const old = await scim.post('/Users', aUser('x', { userName: email('employee3'), emails: [] }));
    expect(old.body.id).toBe(idOf('employee3'));
  });
});

describe('SCIM-5 lists', () => {
  it('are found by every attribute that providers ask for, in every case', async () => {
    const { id } = await scim.made(
      aUser('found', {
        displayName: 'Findable Person',
        [ENTERPRISE]: { employeeNumber: 'F-100', manager: { value: idOf('manager') }, costCenter: 'F-CC' },
      }),
    );
    for (const filter of [
      'userName eq "FOUND@corp.example"',
      'USERNAME EQ "found@corp.example"',
      'userName sw "found@"',
      'userName co "ound@corp"',
      'externalId eq "ext-found"',
      `id eq "${id}"`,
      'emails.value eq "found@corp.example"',
      'emails eq "found@corp.example"',
      'emails[type eq "work"].value eq "found@corp.example"',
      'emails[type eq "work" and value sw "found@"]',
      'displayName eq "findable person" and active eq true',
      'displayName sw "FINDABLE" and active eq "True"',
      `${ENTERPRISE}:employeeNumber eq "f-100"`,
      `${ENTERPRISE}:costCenter eq "F-CC"`,
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "found@corp.example"',
      '(userName eq "nobody" or externalId eq "ext-found") and not (active eq false)',
      'externalId eq "ext-found" and meta.lastModified gt "2026-01-01T00:00:00Z"',
      'userName ne "x" and externalId eq "ext-found"',
    ])
      expect([filter, (await scim.find(filter)).map((each) => each.id)]).toEqual([filter, [id]]);
    expect(await scim.find('externalId eq "EXT-FOUND"')).toEqual([]);
    const backslash = await scim.made(aUser('slash', { userName: 'CORP\\slash' }));
    for (const filter of ['userName eq "CORP\\\\slash"', 'userName eq "CORP\\slash"'])
      expect((await scim.find(filter)).map((each) => each.id)).toEqual([backslash.id]);
    // Whom no client knows has the address for a userName.
    const [known] = await scim.find(`userName eq "${email('finance')}"`);
    expect(known).toMatchObject({ id: idOf('finance'), userName: email('finance'), displayName: expect.any(String) });
  });

  it('come in pages of at most 200 in one order, and with the attributes that are asked for', async () => {
    const all = (await scim.get('/Users?count=1000&sortBy=userName')).body;
    const [total, rows] = [all['totalResults'] as number, all['Resources'] as { userName: string; id: string }[]];
    expect([all['itemsPerPage'], rows.length]).toEqual([total, total]);
    const names = rows.map(({ userName }) => userName.toLowerCase());
    const second = (await scim.get('/Users?startIndex=3&count=2&sortBy=userName')).body;
    expect((second['Resources'] as { id: string }[]).map(({ id }) => id)).toEqual(rows.slice(2, 4).map(({ id }) => id));
    const down = (await scim.get('/Users?count=200&sortBy=username&sortOrder=descending')).body;
    expect((down['Resources'] as { userName: string }[])[0]?.userName.toLowerCase()).toBe(names.at(-1));
    expect((await scim.get('/Users?count=0')).body).toMatchObject({ totalResults: total, Resources: [] });
    expect((await scim.get(`/Users?startIndex=${total + 1}`)).body).toMatchObject({ Resources: [] });
    expect((await scim.get('/Users?sortBy=password')).status).toBe(400);
    expect((await scim.get('/Users?count=x')).status).toBe(400);
    const some = (await scim.get(`/Users?count=1&attributes=userName,${ENTERPRISE}:employeeNumber`)).body;
    const [first] = some['Resources'] as Record<string, unknown>[];
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['id', 'meta', 'schemas', ENTERPRISE, 'userName'].toSorted());
    expect(Object.keys(first?.[ENTERPRISE] as object)).toEqual(['employeeNumber']);
  });
});
