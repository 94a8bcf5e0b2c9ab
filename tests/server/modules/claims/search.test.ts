import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, create, dataOf, DAY, expenseBody, file, found, reject, search } from '#tests/support/expenses.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let finance: Api;
const made: Record<string, LocalExpense> = {};
const midnight = Date.parse('2026-07-15T00:00:00+05:30');

beforeAll(async () => {
  server = await startServer();
  [employee, manager, finance] = [await server.as('employee'), await server.as('manager'), await server.as('finance')];
  const [two, three] = [await server.as('employee2'), await server.as('employee3')];
  const later = async (name: string, api: Api, changes: Record<string, unknown> = {}) => {
    server.clock.now += 1000;
    made[name] = await file(api, changes);
  };
  await later('today', employee, { expenseDate: NOW, claimAmount: 100 });
  await later('yesterday', employee, { expenseDate: midnight - 1, claimAmount: 200, localExpenseType: 'MOBILE_BILL' });
  await later('week', employee, { expenseDate: NOW - 7 * DAY, claimAmount: 300 });
  await later('two', two, { claimAmount: 400 });
  await later('three', three, { claimAmount: 500 });
  await later('manager', manager, { claimAmount: 600 });
  made['yesterday'] = dataOf(
    await approve(manager, made['yesterday']?.expenseId ?? '', { managerApprovedAmount: 150 }),
  );
  made['week'] = dataOf(await reject(manager, made['week']?.expenseId ?? ''));
  made['two'] = dataOf(await approve(manager, made['two']?.expenseId ?? '', { managerApprovedAmount: 400 }));
});
afterAll(() => server.close());

const names = (rows: readonly LocalExpense[]): string[] =>
  rows.map((row) => Object.keys(made).find((name) => made[name]?.expenseId === row.expenseId) ?? row.expenseId);
const listOf = async (api: Api, query = ''): Promise<string[]> => names((await found(api, query)).results.content);
const user = (key: PersonKey): string => `&filter=USER_EMAIL:${email(key)}`;
const queue = (key: PersonKey): string => `&filter=MANAGER_EMAIL:${email(key)}`;

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

describe('filters', () => {
  it.each<[string, string, string[]]>([
    ['approved', '&filter=MANAGER_APPROVAL_STATUS:0', ['two', 'yesterday']],
    ['pending', '&filter=MANAGER_APPROVAL_STATUS:1', ['today']],
    ['rejected', '&filter=MANAGER_APPROVAL_STATUS:2', ['week']],
    ['no show, which no claim is', '&filter=MANAGER_APPROVAL_STATUS:3', []],
    ['two statuses', '&filter=MANAGER_APPROVAL_STATUS:0|1', ['two', 'yesterday', 'today']],
    ['finance pending', '&filter=FINANCE_APPROVAL_STATUS:1', ['two', 'week', 'yesterday', 'today']],
    ['finance approved', '&filter=FINANCE_APPROVAL_STATUS:0', []],
    ['a type', '&filter=LOCAL_EXPENSE_TYPE:0', ['yesterday']],
    ['both types', '&filter=LOCAL_EXPENSE_TYPE:0%7C1', ['two', 'week', 'yesterday', 'today']],
    ['a name in any case', '&filter=EMPLOYEE_NAME:ASHA%20nair', ['week', 'yesterday', 'today']],
    ['a name in part', '&filter=EMPLOYEE_NAME:Asha', []],
    ['names', '&filter=EMPLOYEE_NAME:Asha%20Nair|Imran%20Qureshi', ['two', 'week', 'yesterday', 'today']],
    ['an address', `&filter=EMPLOYEE_EMAIL:${email('employee2').toUpperCase()}`, ['two']],
    ['EMAIL means the same', `&filter=EMAIL:${email('employee2')}`, ['two']],
    ['both of them must hold', `&filter=EMAIL:${email('employee2')}&filter=EMPLOYEE_EMAIL:${email('employee')}`, []],
    ['a code', '&filter=EMPLOYEE_CODE:kh1002', ['two']],
    ['a percent sign is a letter', '&filter=EMPLOYEE_NAME:%25', []],
    ['an underscore is a letter', '&filter=EMPLOYEE_CODE:KH100_', []],
    ['SQL is a text (Z37)', `&filter=EMPLOYEE_NAME:${encodeURIComponent("' or 1=1 --")}`, []],
    ['a hard pattern is a text (Z38)', `&filter=EMPLOYEE_NAME:${encodeURIComponent('((((a+)+)+)+)$')}`, []],
    ['two that exclude each other', '&filter=MANAGER_APPROVAL_STATUS:1&filter=LOCAL_EXPENSE_TYPE:0', []],
  ])('%s', async (_name, query, expected) => {
    expect(await listOf(manager, queue('manager') + query)).toEqual(expected);
  });

  it.each<[string, number | '', number | '', string[]]>([
    ['both ends are included', NOW - 7 * DAY, NOW, ['week', 'yesterday', 'today']],
    ['a moment stands for its day', midnight - 1, midnight, ['yesterday', 'today']],
    ['one day', midnight, midnight + DAY - 1, ['today']],
    ['open at the start', '', midnight - 1, ['week', 'yesterday']],
    ['open at the end', midnight, '', ['today']],
    ['upside down is empty', NOW, NOW - 7 * DAY, []],
    ['before 1970', -DAY * 400, -DAY, []],
  ])('DATE_RANGE in the days of the organisation: %s', async (_name, from, to, expected) => {
    expect(await listOf(employee, `&filter=DATE_RANGE:${from}|${to}`)).toEqual(expected);
  });

  it('finance by the day of the manager’s decision, to the millisecond', async () => {
    const at = made['two']?.managerApprovalDate ?? 0;
    expect(await listOf(finance, `&filter=MANAGER_APPROVAL_DATE:0|${at}`)).toEqual(['two', 'yesterday']);
    expect(await listOf(finance, `&filter=MANAGER_APPROVAL_DATE:0|${at - 1}`)).toEqual([]);
    expect(await listOf(finance, `&filter=MANAGER_APPROVAL_DATE:${at}|`)).toEqual(['two', 'yesterday']);
    expect(await listOf(finance, '&filter=FINANCE_APPROVAL_DATE:0|')).toEqual([]);
  });

  it.each([
    '&filter=EMPLOYEE_NAME:Asha%20Nair',
    '&filter=EMPLOYEE_EMAIL:employee@example.com',
    '&filter=EMAIL:employee@example.com',
    '&filter=EMPLOYEE_CODE:KH1001',
    '&sort=EMPLOYEE_CODE',
  ])('%s is not for one’s own list: 400', async (query) => {
    expect((await search(employee, query)).body).toMatchObject({ code: 'MALFORMED' });
    expect((await search(employee, user('employee') + query)).body).toMatchObject({ code: 'MALFORMED' });
  });

  it.each([
    '&filter=MANAGER_APPROVAL_DATE:0|',
    '&filter=TRAVEL_EXPENSE_TYPE:0',
    '&filter=CONVEYANCE_TYPE:0',
    '&filter=ADMIN_APPROVAL_STATUS:0',
    '&filter=CANCELLATION_STATUS:0',
    '&filter=MANAGER_APPROVAL_STATUS:4',
    '&filter=LOCAL_EXPENSE_TYPE:2',
  ])('%s is no filter of a manager’s queue: 400', async (query) => {
    expect((await search(manager, queue('manager') + query)).body).toMatchObject({ code: 'MALFORMED' });
  });

  it('sorted by employee code on approver lists', async () => {
    expect(await listOf(manager, `${queue('manager')}&sort=EMPLOYEE_CODE`)).toEqual([
      'week',
      'yesterday',
      'today',
      'two',
    ]);
  });
});

describe('pages and sums', () => {
  it('pages never overlap, also where many are of one moment', async () => {
    const api = await server.as('employee3');
    const bill = await api.bill('many');
    for (let i = 0; i < 12; i += 1) dataOf(await create(api, expenseBody(bill)));
    const all: string[] = [];
    for (let page = 0; page < 4; page += 1) {
      const { content, totalElements } = (await found(api, `&pageSize=4&pageNumber=${page}`)).results;
      expect(totalElements).toBe(13);
      all.push(...content.map((row) => row.expenseId));
    }
    expect(new Set(all).size).toBe(13);
    const beyond = await found(api, '&pageSize=4&pageNumber=9');
    expect([beyond.results.content, beyond.results.totalElements]).toEqual([[], 13]);
  });

  it('A4 the summary counts the filtered set and not the page, and looks past the finance status', async () => {
    await server.database.db
      .updateTable('claims')
      .set({
        finance_status: 'FINANCE_APPROVED',
        finance_amount: 12_345,
        finance_decided_at: NOW,
        finance_decided_by: idOf('finance'),
      })
      .where('id', '=', made['yesterday']?.expenseId ?? '')
      .execute();
    const sums = { ACCEPTED_COUNT: 1, ACCEPTED_AMOUNT: 123.45, PENDING_COUNT: 1, PENDING_AMOUNT: 400 };
    expect((await found(finance)).summary).toEqual(sums);
    const filtered = await found(finance, '&filter=FINANCE_APPROVAL_STATUS:0&pageSize=1');
    expect([filtered.results.totalElements, filtered.summary]).toEqual([1, sums]);
    expect((await found(finance, '&filter=EMPLOYEE_CODE:KH1002')).summary).toEqual({
      ACCEPTED_COUNT: 0,
      ACCEPTED_AMOUNT: 0,
      PENDING_COUNT: 1,
      PENDING_AMOUNT: 400,
    });
    expect((await found(await server.as('newcomer'))).summary).toEqual({
      ACCEPTED_COUNT: 0,
      ACCEPTED_AMOUNT: 0,
      PENDING_COUNT: 0,
      PENDING_AMOUNT: 0,
    });
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
  it('a list is sent small to whoever takes it so, and is the same list', async () => {
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
