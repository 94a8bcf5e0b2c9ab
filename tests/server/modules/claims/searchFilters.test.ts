import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, DAY, expenseBody, found, search } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
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
