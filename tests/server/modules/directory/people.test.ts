import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DirectoryPerson, PersonBody } from '#contract/people.ts';
import type { HistoryRow } from '#contract/record.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { somebody } from '#tests/support/directory.ts';
import { approve, dataOf, file } from '#tests/support/expenses.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
});
afterAll(() => server.close());

const errorsOf = async (body: unknown): Promise<unknown> => {
  const answer = await directory.create(api, body);
  expect(answer.status).toBe(422);
  return answer.body['errors'];
};

describe('putting somebody in', () => {
  it('ORG-2 they can sign in at once, once for a key, and the log says who put them in', async () => {
    const body = somebody({ email: ' Zubin@Example.com ', roles: ['finance', 'finance'], joinedOn: 1_784_000_000_000 });
    const [first, again] = [
      await directory.create(api, body, { 'Idempotency-Key': 'put-zubin-in-1' }),
      await directory.create(api, body, { 'Idempotency-Key': 'put-zubin-in-1' }),
    ];
    const person = dataOf<DirectoryPerson>(first);
    expect(person).toMatchObject({
      email: 'zubin@example.com',
      roles: ['finance'],
      manager: { personId: idOf('manager') },
      status: 'ACTIVE',
      source: 'SCREEN',
      grade: 'M2',
      baseLocation: 'Pune',
      version: 1,
    });
    expect(dataOf<DirectoryPerson>(again).personId).toBe(person.personId);
    const [row] = dataOf<HistoryRow[]>(await directory.history(api, person.personId));
    expect(row).toMatchObject({ what: 'Put into the directory', by: 'Leela Thomas' });
    expect(row?.changes).toContainEqual({ field: 'Roles', before: null, after: 'Finance' });
    const credential = await server.identity.sign(server.identity.claims('zubin@example.com', server.clock.now));
    const signedIn = await server.with(null).post('/api/v1/account/googlelogin/v2', { credential });
    expect(signedIn.body['accountDetails']).toMatchObject({ personId: person.personId, employeeCode: 'KH9001' });
  });

  it.each<[string, Partial<Record<keyof PersonBody, unknown>>, Record<string, string>]>([
    ['no name', { name: ' ' }, { name: 'Please enter the name' }],
    ['no address', { email: '' }, { email: 'Please enter the e-mail address' }],
    ['no code', { employeeCode: undefined }, { employeeCode: 'Please enter the employee code' }],
    ['what is no address', { email: 'zubin' }, { email: 'This is not an e-mail address' }],
    [
      'an address that is taken',
      { email: email('employee').toUpperCase() },
      { email: 'Asha Nair has this e-mail address' },
    ],
    ['a code that is taken', { employeeCode: 'kh1001' }, { employeeCode: 'Asha Nair has this employee code' }],
    ['a manager who is nobody', { manager: 'nobody@example.com' }, { manager: 'No active employee has this e-mail' }],
    ['a role that is none', { roles: ['owner'] }, { roles: 'There is no such role' }],
    ['a long grade', { grade: 'x'.repeat(41) }, { grade: 'Grade cannot be longer than 40 characters' }],
    ['control characters', { name: 'Zu\u0007bin' }, { name: 'Name contains characters that cannot be stored' }],
  ])('ORG-2 ORG-3 is refused with %s', async (_what, changes, errors) => {
    const body = { ...somebody({ email: 'other@example.com', employeeCode: 'KH9002' }), ...changes };
    expect(await errorsOf(body)).toEqual(errors);
  });

  it('ORG-2 of two at once with one address one is refused', async () => {
    const one = somebody({ email: 'twice@example.com', employeeCode: 'KH9003' });
    const answers = await Promise.all([
      directory.create(api, one),
      directory.create(api, { ...one, employeeCode: 'KH9004' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

describe('changing somebody', () => {
  it('ORG-4 who is named as a manager becomes one, and stays one while somebody reports to them', async () => {
    dataOf(await directory.changed(api, 'employee3', { manager: email('newcomer') }));
    expect(dataOf<DirectoryPerson>(await directory.get(api, idOf('newcomer')))).toMatchObject({
      roles: ['manager'],
      reports: 1,
    });
    const refused = await directory.changed(api, 'newcomer', { roles: [] });
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      'One person reports to this manager. Please give them another manager first.',
    ]);
    dataOf(await directory.changed(api, 'employee3', { manager: email('manager2') }));
    expect(dataOf<DirectoryPerson>(await directory.changed(api, 'newcomer', { roles: [] })).roles).toEqual([]);
  });

  it('ORG-3 a circle is refused with the names in it', async () => {
    const answer = await directory.changed(api, 'director', { manager: email('manager') });
    expect(answer.body['errors']).toEqual({
      manager: 'This would make a circle: Ravi Menon reports to Vikram Rao reports to Ravi Menon',
    });
    const own = await directory.changed(api, 'manager', { manager: email('manager') });
    expect(own.body['errors']).toEqual({ manager: 'A person cannot be their own manager' });
  });

  it('ORG-5 the last organisation admin keeps the role and cannot leave; of two at once one stays', async () => {
    expect((await directory.changed(api, 'org-admin', { roles: [] })).status).toBe(409);
    expect((await directory.leave(api, idOf('org-admin'))).status).toBe(409);
    dataOf(await directory.changed(api, 'newcomer', { roles: ['orgAdmin'] }));
    const other = await server.as('newcomer');
    const answers = await Promise.all([
      directory.changed(api, 'newcomer', { roles: [] }),
      directory.changed(other, 'org-admin', { roles: [] }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = { rows: directory.rowsOf(await directory.list(answers[0]?.status === 200 ? api : other)) };
    expect(rows.filter(({ roles }) => roles.includes('orgAdmin'))).toHaveLength(1);
    if (answers[0]?.status !== 200) dataOf(await directory.changed(other, 'org-admin', { roles: ['orgAdmin'] }));
    dataOf(await directory.changed(api, 'newcomer', { roles: [] }));
  });

  it('ORG-4 a manager for whose decision something waits keeps the role, though nobody at work reports', async () => {
    const { expenseId } = await file(await server.as('employee3'));
    await server.database.db
      .updateTable('people')
      .set({ disabled: true })
      .where('id', '=', idOf('employee3'))
      .execute();
    const refused = await directory.changed(api, 'manager2', { roles: [] });
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      'One request waits for the decision of this manager, who keeps the role until then.',
    ]);
    expect(dataOf<DirectoryPerson>(await directory.get(api, idOf('manager2')))).toMatchObject({
      reports: 0,
      pending: 1,
    });
    dataOf(await approve(await server.as('manager2'), expenseId));
    dataOf(await directory.changed(api, 'manager2', { roles: [] }));
    dataOf(await directory.comeBack(api, idOf('employee3')));
    dataOf(await directory.changed(api, 'manager2', { roles: ['manager'] }));
  });

  it('ORG-2 an address that a sign-in takes meanwhile is refused in words', async ({ skip }) => {
    const { db, kind } = server.database;
    if (kind === 'embedded') return skip('one session: nobody comes in between');
    const taken = 'followed@example.com';
    let answer: ReturnType<typeof directory.create> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('people').set({ email: taken }).where('id', '=', idOf('tally')).execute();
      answer = directory.create(api, somebody({ email: taken, employeeCode: 'KH9077', manager: null }));
      // The insert waits for the address that is not committed yet.
      await vi.waitFor(async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike 'insert into "people"%'`.execute(db);
        expect(rows[0]?.n).toBe(1);
      });
    });
    const { status, body } = (await answer) as Answer;
    expect([status, body['errors']]).toEqual([422, { email: expect.stringContaining('has this e-mail address') }]);
    await db
      .updateTable('people')
      .set({ email: email('tally') })
      .where('id', '=', idOf('tally'))
      .execute();
  });

  it('ORG-7 what the identity provider says of a person is not changed on screen; roles and grade are', async () => {
    const { db } = server.database;
    await db.updateTable('people').set({ source: 'SCIM' }).where('id', '=', idOf('campaign-user')).execute();
    const answer = await directory.changed(api, 'campaign-user', { name: 'Somebody Else' });
    const message = 'This is kept by the identity provider. Please change it there';
    expect([answer.status, answer.body['errors']]).toEqual([422, { name: message }]);
    const after = dataOf<DirectoryPerson>(
      await directory.changed(api, 'campaign-user', { grade: 'L1', roles: ['campaign', 'finance'] }),
    );
    expect(after).toMatchObject({ grade: 'L1', roles: ['finance', 'campaign'], source: 'SCIM' });
  });

  it('says what moved on, and writes nothing where nothing differs', async () => {
    const before = dataOf<DirectoryPerson>(await directory.get(api, idOf('employee')));
    expect(dataOf<DirectoryPerson>(await directory.changed(api, 'employee', {})).version).toBe(before.version);
    const after = dataOf<DirectoryPerson>(await directory.changed(api, 'employee', { grade: 'M3' }));
    expect(after.version).toBe(before.version + 1);
    const { manager, ...rest } = after;
    const late = { ...rest, manager: manager?.email ?? null, grade: 'M4' };
    const answer = await directory.update(api, after.personId, late, { 'If-Match': String(before.version) });
    expect([answer.status, answer.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(answer.body['current']).toMatchObject({ grade: 'M3' });
  });
});

describe('the list', () => {
  it('is by name, in pages, and found by words, role, manager, cost centre and status', async () => {
    const all = directory.rowsOf(await directory.list(api));
    const names = all.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    const found = async (query: string) =>
      directory.rowsOf(await directory.list(api, `pageSize=100&pageNumber=0&${query}`)).map((row) => row.email);
    expect(await found('filter=SEARCH:asha nair')).toEqual([email('employee')]);
    expect(await found('filter=SEARCH:KH1001')).toEqual([email('employee')]);
    expect(await found('filter=ROLE:4')).toEqual([email('tally')]);
    expect(await found(`filter=MANAGER_EMAIL:${email('manager2')}`)).toEqual([email('employee3')]);
    expect(await found('filter=MANAGER_EMAIL:nobody@example.com')).toEqual([]);
    expect(await found('filter=COST_CENTRE:service')).toEqual([email('newcomer')]);
    expect(await found('filter=PERSON_STATUS:1')).toEqual([]);
    expect((await directory.list(api, 'pageSize=2&pageNumber=1')).body).toMatchObject({ totalElements: all.length });
    expect((await directory.list(api, 'filter=RECORD_KIND:0')).status).toBe(400);
  });

  it('opens the reporting lines level by level', async () => {
    const below = async (id: string) => directory.rowsOf(await directory.reports(api, id)).map(({ email: of }) => of);
    expect(await below(idOf('manager'))).toEqual(expect.arrayContaining([email('employee'), email('employee2')]));
    expect(await below(idOf('director'))).toContain(email('finance2'));
  });

  it('ORG-3 a circle from before the rule is found from the top, and who is in it can be changed', async () => {
    // The two at the top of the demo decide for each other.
    const top = directory.rowsOf(await directory.reports(api, 'top')).map(({ email: of }) => of);
    expect(top).toEqual([email('finance2'), email('director')]);
    expect(dataOf<DirectoryPerson>(await directory.changed(api, 'director', { grade: 'D1' }))).toMatchObject({
      grade: 'D1',
      manager: { email: email('finance2') },
    });
  });

  it.each<PersonKey>(['employee', 'finance', 'admin', 'tally'])('ORG-1 nobody else: %s', async (who) => {
    const other = await server.as(who);
    const statuses = [
      await directory.list(other),
      await directory.get(other, idOf(who)),
      await directory.reports(other, 'top'),
      await directory.history(other, idOf(who)),
      await directory.preview(other, idOf(who)),
      await directory.create(other, somebody({ roles: ['orgAdmin'] })),
      await directory.update(other, idOf(who), somebody({ roles: ['orgAdmin'] })),
      await directory.leave(other, idOf('org-admin')),
      await directory.comeBack(other, idOf(who)),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([403]));
  });
});
