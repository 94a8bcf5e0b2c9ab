import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, DAY, expenseBody, file, found, search } from '#tests/support/expenses.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { midnight, type Made, madeOn, user, queue } from './searchFixtures.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let finance: Api;
let made: Made = {};

beforeAll(async () => {
  server = await startServer();
  [employee, manager, finance] = [await server.as('employee'), await server.as('manager'), await server.as('finance')];
  made = await madeOn(server);
});
afterAll(() => server.close());

const names = (rows: readonly LocalExpense[]): string[] =>
  rows.map((row) => Object.keys(made).find((name) => made[name]?.expenseId === row.expenseId) ?? row.expenseId);
const listOf = async (api: Api, query = ''): Promise<string[]> => names((await found(api, query)).results.content);

describe('whose list', () => {
  it('ACC-14 one’s own, newest first and total, with or without a name (Z20)', async () => {
    const answer = await search(employee, user('employee'));
    expect(searchLocalExpenses.answer.parse(answer.body)).toEqual(answer.body);
    expect(await listOf(employee, user('employee'))).toEqual(['week', 'yesterday', 'today']);
    expect(await listOf(employee)).toEqual(['week', 'yesterday', 'today']);
    expect(await listOf(employee, user('employee').toUpperCase().replace('&FILTER', '&filter'))).toEqual([
      'week',
      'yesterday',
      'today',
    ]);
    expect(await listOf(await server.as('newcomer'))).toEqual([]);
  });

  it('a manager’s queue holds what they are on record for', async () => {
    expect(await listOf(manager, queue('manager'))).toEqual(['two', 'week', 'yesterday', 'today']);
    expect(await listOf(await server.as('manager2'), queue('manager2'))).toEqual(['three']);
    expect(await listOf(await server.as('director'), queue('director'))).toEqual(['manager']);
  });

  it('finance has what a manager approved, of everybody', async () => {
    expect(await listOf(finance)).toEqual(['two', 'yesterday']);
    expect(await listOf(finance, user('employee'))).toEqual(['yesterday']);
    expect(await listOf(finance, user('finance'))).toEqual([]);
  });

  it('managers up the line see all of a person below, and the queue of a manager below', async () => {
    const director = await server.as('director');
    expect(await listOf(manager, user('employee'))).toEqual(['week', 'yesterday', 'today']);
    expect(await listOf(director, user('employee'))).toEqual(['week', 'yesterday', 'today']);
    expect(await listOf(director, queue('manager2'))).toEqual(['three']);
  });

  it.each<[PersonKey, string]>([
    ['employee', user('employee2')],
    ['employee', user('manager')],
    ['employee', queue('manager')],
    ['employee', queue('employee')],
    ['manager', user('employee3')],
    ['manager', queue('manager2')],
    ['manager', queue('director')],
    ['manager', user('director')],
    ['finance', queue('manager')],
    ['finance', queue('finance')],
    ['admin', user('employee')],
    ['finance-docs', user('employee')],
    ['tally', user('employee')],
    ['campaign-manager', user('employee')],
    ['employee', '&filter=MANAGER_APPROVAL_DATE:0|'],
    ['manager', '&filter=FINANCE_APPROVAL_DATE:0|'],
  ])('Z19 %s asking for %s: 403', async (who, query) => {
    const answer = await search(await server.as(who), query);
    expect([answer.status, answer.body['code']]).toEqual([403, 'FORBIDDEN']);
  });

  it('Z19 nobody is told whether somebody exists', async () => {
    const answers = [
      await search(employee, user('employee2')),
      await search(employee, '&filter=USER_EMAIL:nobody@example.com'),
      await search(manager, '&filter=MANAGER_EMAIL:nobody@example.com'),
      await search(finance, '&filter=USER_EMAIL:nobody@example.com'),
    ];
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([403, answers[0]?.text]);
  });

  it('AUD-2 every look at another’s screen is on record, and sixty people an hour are enough', async () => {
    const views = () =>
      server.database.db
        .selectFrom('audit_log')
        .select(['actor_id', 'on_behalf_of'])
        .where('action', '=', 'view')
        .execute();
    const before = (await views()).length;
    await found(manager, user('employee'));
    await found(manager, queue('manager'));
    await found(employee, user('employee'));
    const after = await views();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toEqual({ actor_id: idOf('manager'), on_behalf_of: idOf('employee') });
    const people = Array.from({ length: 61 }, (_, i) => ({
      id: `PRSX${i}`,
      email: `x${i}@example.com`,
      name: `X ${i}`,
      employee_code: `X${i}`,
      manager_id: idOf('manager'),
      roles: [],
      cost_centre: '',
      disabled: false,
      exceptional_date: null,
      subject: null,
      created_at: NOW,
      updated_at: NOW,
    }));
    await server.database.db.insertInto('people').values(people).execute();
    const statuses: number[] = [];
    for (const person of people) statuses.push((await search(manager, `&filter=USER_EMAIL:${person.email}`)).status);
    expect(statuses.slice(0, 59)).toEqual(Array.from({ length: 59 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
    expect((await search(manager, user('employee'))).status).toBe(200);
  });

  it('LOC-25 a withdrawn claim stays on its owner’s list, says so, and is on nobody else’s', async () => {
    const newcomer = await server.as('newcomer');
    const [kept, claim] = [await file(newcomer), await file(newcomer)];
    await server.database.db
      .updateTable('claims')
      .set({ withdrawn_at: NOW })
      .where('id', '=', claim.expenseId)
      .execute();
    const own = (query = '') =>
      found(newcomer, query).then(({ results }) => [
        results.totalElements,
        Object.fromEntries(results.content.map((row) => [row.expenseId, row.withdrawn])),
      ]);
    const both = [2, { [kept.expenseId]: false, [claim.expenseId]: true }];
    expect(await own()).toEqual(both);
    expect(await own('&filter=MANAGER_APPROVAL_STATUS:1')).toEqual(both);
    expect(await own(`&filter=DATE_RANGE:${midnight - 90 * DAY}|`)).toEqual(both);
    expect(await own('&filter=MANAGER_APPROVAL_STATUS:0')).toEqual([0, {}]);
    const director = await server.as('director');
    for (const [api, query] of [
      [director, queue('director')],
      [director, user('newcomer')],
    ] as const) {
      const ids = (await found(api, `${query}&pageSize=100`)).results.content.map((row) => row.expenseId);
      expect(ids).toContain(kept.expenseId);
      expect(ids).not.toContain(claim.expenseId);
    }
  });
});

describe('the same bill on another claim', () => {
  it('DOC-8 is said to approvers, with no more than they may see, and not to the claimant', async () => {
    const [two, three] = [await server.as('employee2'), await server.as('employee3')];
    const prints = [await employee.bill('doubled'), await two.bill('doubled'), await three.bill('doubled')];
    expect(new Set(prints).size).toBe(1);
    const mine = dataOf(await create(employee, expenseBody(prints[0] ?? '', { expenseDate: NOW })));
    const theirs = dataOf(await create(two, expenseBody(prints[0] ?? '')));
    const foreign = dataOf(await create(three, expenseBody(prints[0] ?? '', { expenseDate: NOW - 2 * DAY })));
    const rowOf = async (api: Api, query: string, id: string) =>
      (await found(api, query)).results.content.find((row) => row.expenseId === id);
    const shown = (await rowOf(manager, queue('manager'), mine.expenseId))?.duplicateOf ?? [];
    expect(shown.toSorted((a, b) => (a.expenseDate ?? 0) - (b.expenseDate ?? 0))).toEqual([
      { expenseDate: foreign.expenseDate },
      { id: theirs.expenseId, employeeName: theirs.employeeName, expenseDate: theirs.expenseDate },
    ]);
    const above = (await rowOf(await server.as('director'), queue('manager2'), foreign.expenseId))?.duplicateOf ?? [];
    expect(above.map((item) => item.id).toSorted()).toEqual([mine.expenseId, theirs.expenseId].toSorted());
    expect(await rowOf(employee, '', mine.expenseId)).not.toHaveProperty('duplicateOf');
    expect((await rowOf(manager, queue('manager'), made['today']?.expenseId ?? ''))?.duplicateOf).toEqual([]);
  });
});

describe('what goes over the wire', () => {
  it('a list is compressed for clients that accept it, and is the same list', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, i) => file(employee, { remarks: `Run ${i}` })));
    const [plain, zipped, refused] = [
      await search(employee, '&pageSize=10'),
      await employee.get('/api/v1/allExpense/search?primaryExpenseType=0&pageSize=10', { 'accept-encoding': 'gzip' }),
      await employee.get('/api/v1/allExpense/search?primaryExpenseType=0&pageSize=10', {
        'accept-encoding': 'gzip;q=0',
      }),
    ];
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(refused.headers.get('content-encoding')).toBeNull();
    for (const answer of [zipped, refused])
      expect([answer.headers.get('vary'), answer.body]).toEqual(['accept-encoding', plain.body]);
  });
});
