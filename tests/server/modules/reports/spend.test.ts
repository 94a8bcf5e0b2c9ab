import { afterAll, beforeAll, expect, it } from 'vitest';
import { sumTeamSpend } from '#contract/calls/spend.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { TeamSpend } from '#contract/spend.ts';
import { storedStatuses } from '#domain/status.ts';
import { approve, bulk, dataOf, DAY, file, reject } from '#tests/support/expenses.ts';
import type { PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const spend = async (who: PersonKey): Promise<TeamSpend> => {
  const answer = await (await server.as(who)).get(urlOf(sumTeamSpend));
  expect(sumTeamSpend.answer.parse(answer.body)).toEqual(answer.body);
  return dataOf<TeamSpend>(answer);
};
const change = (id: string, columns: Record<string, unknown>) =>
  server.database.db
    .updateTable('claims')
    .set(columns as never)
    .where('id', '=', id)
    .execute();

it('SPEND-1 what was approved, by type and month of the expense, in finance’s amounts; nothing older', async () => {
  const [employee, manager] = [await server.as('employee'), await server.as('manager')];
  expect(await spend('manager')).toEqual({
    months: ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01'],
    rows: [],
  });
  const claim = (days: number, type = 'OTHERS') =>
    file(employee, { expenseDate: NOW - days * DAY, localExpenseType: type, claimAmount: 500 });
  const claims = await Promise.all([
    claim(1),
    claim(2),
    claim(40),
    claim(3, 'MOBILE_BILL'),
    claim(1),
    claim(1),
    claim(1),
    claim(1),
  ]);
  const ids = claims.map(({ expenseId }) => expenseId);
  const [partly = '', whole = '', june = '', mobile = '', refused = '', withdrawn = '', byFinance = '', old = ''] = ids;
  dataOf(await approve(manager, partly, { managerApprovedAmount: '120.50' }));
  dataOf(await bulk(manager, { ids: [whole, june, mobile, withdrawn, byFinance, old], approved: true }));
  dataOf(await reject(manager, refused));
  await file(employee, { claimAmount: 900 });
  const [approved] = storedStatuses('finance', ['0']);
  await change(withdrawn, { withdrawn_at: NOW });
  await change(byFinance, { finance_status: approved, finance_amount: 7_00 });
  await change(old, { expense_date: '2026-01-31' });
  const rowOf = (month: string, type: string, count: number, amount: number) => ({
    month,
    primaryExpenseType: 0,
    type,
    claims: count,
    amount,
  });
  expect((await spend('manager')).rows).toEqual([
    rowOf('2026-06-01', 'OTHERS', 1, 500),
    rowOf('2026-07-01', 'MOBILE_BILL', 1, 500),
    rowOf('2026-07-01', 'OTHERS', 3, 627.5),
  ]);
  await change(byFinance, { finance_status: storedStatuses('finance', ['2'])[0], finance_amount: 0 });
  expect((await spend('manager')).rows.at(-1)).toEqual(rowOf('2026-07-01', 'OTHERS', 2, 620.5));
});

it('SPEND-2 of one’s own team alone', async () => {
  expect((await spend('manager2')).rows).toEqual([]);
  expect((await (await server.as('employee')).get(urlOf(sumTeamSpend))).status).toBe(403);
  expect((await (await server.as('manager2')).get(`${urlOf(sumTeamSpend)}?email=manager@example.com`)).status).toBe(
    400,
  );
});
