import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as directory from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { idOf } from '#tests/support/people.ts';
import * as support from '#tests/support/scim.ts';
import { aUser, personOf, scimClient, type ScimClient } from '#tests/support/scim.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await startServer();
  scim = await scimClient(server);
});
afterAll(() => server.close());

const rolesOf = async (id: string) => (await personOf(server, id)).roles;
const members = (ids: string[]) => ids.map((value) => ({ value }));
const group = async (displayName: string, ids: string[] = []): Promise<string> => {
  const answer = await scim.post('/Groups', { displayName, members: members(ids) });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
};
const give = async (id: string, roles: string[]) =>
  dataOf(await support.giveRoles(await server.as('org-admin'), id, roles));

describe('SCIM-9 a group gives its members roles', () => {
  it('at once, and takes them when they go, unless another group gives them', async () => {
    const [a, b] = [idOf('employee'), idOf('employee2')];
    const finance = await group('Finance', [a]);
    const other = await group('Finance too', [a]);
    await give(finance, ['finance', 'campaign']);
    await give(other, ['finance']);
    expect(await rolesOf(a)).toEqual(['finance', 'campaign']);
    await scim.patch(`/Groups/${finance}`, [
      { op: 'Add', path: 'members', value: members([b]) },
      { op: 'Remove', path: 'members', value: members([a]) },
    ]);
    expect([await rolesOf(a), await rolesOf(b)]).toEqual([['finance'], ['finance', 'campaign']]);
    await give(finance, ['campaign']);
    expect(await rolesOf(b)).toEqual(['campaign']);
    await scim.delete(`/Groups/${other}`);
    await scim.put(`/Groups/${finance}`, { displayName: 'Finance', members: [] });
    expect([await rolesOf(a), await rolesOf(b)]).toEqual([[], []]);
    const history = (await directory.history(await server.as('org-admin'), a)).body['data'] as { by: string }[];
    expect(history.map(({ by }) => by)).toContain('Identity provider');
  });

  it('leaves what is given on screen, and the role of a manager to whom somebody reports', async () => {
    const [manager, finance] = [idOf('manager'), idOf('finance')];
    const id = await group('Managers', [manager, finance]);
    await give(id, ['manager']);
    const before = await rolesOf(finance);
    await scim.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }]);
    expect(await rolesOf(manager)).toContain('manager');
    expect(before).toContain('manager');
    expect(await rolesOf(finance)).toEqual(['finance']);
  });

  it('not to who was deleted: their groups end, and so do the roles of them', async () => {
    const { id } = await scim.made(aUser('leaver'));
    const admins = await group('Admins', [id]);
    await give(admins, ['orgAdmin']);
    expect(await rolesOf(id)).toEqual(['orgAdmin']);
    expect((await scim.get(`/Users/${id}`)).body['groups']).toMatchObject([{ value: admins, display: 'Admins' }]);
    expect((await scim.delete(`/Users/${id}`)).status).toBe(204);
    expect(await rolesOf(id)).toEqual([]);
    expect((await scim.get(`/Groups/${admins}`)).body['members']).toEqual([]);
    expect((await scim.post('/Groups', { displayName: 'Else', members: members([id]) })).status).toBe(400);
    expect((await scim.made(aUser('leaver'))).id).toBe(id);
    expect(await rolesOf(id)).toEqual([]);
  });

  it('is named by nobody else, has entity tags, and is set by one organisation admin at a time', async () => {
    const id = await group('Named');
    expect((await scim.post('/Groups', { displayName: 'NAMED' })).body['scimType']).toBe('uniqueness');
    const tag = (await scim.get(`/Groups/${id}`)).headers.get('etag') ?? '';
    await give(id, ['campaign']);
    expect((await scim.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }], { 'if-match': tag })).status).toBe(
      412,
    );
    const late = await support.giveRoles(await server.as('org-admin'), id, [], { 'If-Match': '1' });
    expect([late.status, late.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(await support.groupOf(await server.as('org-admin'), id)).toMatchObject({ roles: ['campaign'], members: 0 });
  });

  it('of thousands is read and searched without its members, or whole', async () => {
    const { db } = server.database;
    const now = server.clock.now;
    const people = Array.from({ length: 5_000 }, (_, n) => ({
      id: `PRSM${n}`,
      email: `member${n}@corp.example`,
      name: `Member ${n}`,
      employee_code: `M${n}`,
      manager_id: null,
      roles: [],
      cost_centre: '',
      disabled: false,
      exceptional_date: null,
      subject: null,
      created_at: now,
      updated_at: now,
    }));
    for (let at = 0; at < people.length; at += 1_000)
      await db
        .insertInto('people')
        .values(people.slice(at, at + 1_000))
        .execute();
    const ids = people.map(({ id }) => id);
    const everybody = await group('Everybody', ids);
    expect(((await scim.get(`/Groups/${everybody}`)).body['members'] as unknown[]).length).toBe(5_000);
    const few = await scim.get('/Groups?excludedAttributes=members&filter=displayName%20eq%20%22everybody%22');
    expect(few.text.length).toBeLessThan(1_000);
    // A page ends sooner where groups have many members.
    await group('Everybody again', ids);
    await group('Everybody once more', ids);
    const all = await scim.get('/Groups?sortBy=displayName');
    expect(all.body['itemsPerPage']).toBeLessThan(all.body['totalResults'] as number);
    await give(everybody, ['campaign']);
    expect(await rolesOf('PRSM4999')).toEqual(['campaign']);
    expect((await scim.delete(`/Groups/${everybody}`)).status).toBe(204);
    expect(await rolesOf('PRSM4999')).toEqual([]);
  });
});
