import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumFinancePictures } from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { FinanceCharts } from '#contract/report.ts';
import { storedStatuses } from '#domain/status.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { addManyClaims } from '#tests/support/manyClaims.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const asked = async (): Promise<FinanceCharts> => {
  const answer = await (await server.as('finance')).get(urlOf(sumFinancePictures));
  expect(sumFinancePictures.answer.parse(answer.body)).toEqual(answer.body);
  return dataOf<FinanceCharts>(answer);
};
const [managerPending = '', approved = '', rejected = ''] = ['1', '0', '2'].map(
  (code) => storedStatuses('manager', [code])[0] ?? '',
);
const [waiting = '', settled = '', refused = ''] = ['1', '0', '2'].map(
  (code) => storedStatuses('finance', [code])[0] ?? '',
);

let serial = 0;
/** A claim that waits for finance, unless `more` says otherwise. */
const add = (owner: PersonKey, kind: number, type: string, more: Record<string, unknown> = {}) =>
  server.database.db
    .insertInto('claims')
    .values({
      id: `EXP${(serial += 1)}`,
      kind,
      owner_id: idOf(owner),
      manager_id: idOf('manager'),
      type,
      expense_date: '2026-07-10',
      claim_amount: 500_00,
      manager_status: approved,
      manager_amount: 450_00,
      manager_decided_at: NOW - DAY,
      finance_status: waiting,
      created_at: NOW - 2 * DAY,
      updated_at: NOW,
      ...more,
    } as never)
    .execute();
const decided = (at: string, paise: number) => ({
  finance_status: settled,
  finance_amount: paise,
  finance_decided_at: Date.parse(at),
  finance_decided_by: idOf('finance'),
});

describe('the pictures of finance', () => {
  it('nothing yet', async () => {
    expect(await asked()).toEqual({
      ages: [
        [0, 7],
        [8, 15],
        [16, 30],
        [31, 60],
        [61, null],
      ].map(([from, to]) => ({ from, to, claims: 0, amount: 0 })),
      months: ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01'],
      approved: [],
      centres: [],
      otherCentres: null,
      meals: [],
      mealDays: 0,
    });
  });

  it('REP-5 what waits, by days since the manager approved it: conveyance as claimed, others as approved', async () => {
    const at = (days: number, time = '12:00:00') => ({
      manager_decided_at: Date.parse(`2026-07-15T${time}+05:30`) - days * DAY,
    });
    for (const [days, time] of [
      [0, '00:00:00'],
      [7, '00:00:00'],
      [7, '23:59:59'],
      [8, '23:59:59'],
      [15, '00:00:00'],
      [30, '12:00:00'],
      [60, '00:00:00'],
      [61, '23:59:59'],
      [400, '12:00:00'],
    ] as const)
      await add('employee', 0, 'OTHERS', at(days, time));
    await add('employee', 1, 'CAB', at(20));
    await add('employee', 0, 'OTHERS', { ...at(1), withdrawn_at: NOW });
    await add('employee', 0, 'OTHERS', {
      manager_status: managerPending,
      manager_decided_at: null,
      manager_amount: null,
    });
    await add('employee', 0, 'OTHERS', { manager_status: rejected, manager_amount: 0 });
    expect((await asked()).ages.map(({ claims, amount }) => [claims, amount])).toEqual([
      [3, 1350],
      [2, 900],
      [2, 950],
      [1, 450],
      [2, 900],
    ]);
  });

  it('REP-5 what was approved, by month of finance’s decision in the office’s zone, type, cost centre', async () => {
    await add('employee', 2, 'FOOD', decided('2026-07-01T00:00:00+05:30', 100_05));
    await add('employee2', 2, 'FOOD', decided('2026-06-30T23:59:59+05:30', 200_10));
    await add('employee3', 1, 'CAB', decided('2026-02-01T00:00:00+05:30', 50_00));
    await add('employee3', 1, 'CAB', decided('2026-01-31T23:59:59+05:30', 999_00));
    await add('manager', 0, 'MOBILE_BILL', decided('2026-07-14T10:00:00+05:30', 10_01));
    await add('manager', 0, 'MOBILE_BILL', { ...decided('2026-07-14T10:00:00+05:30', 0), finance_status: refused });
    const { approved: rows, centres, otherCentres } = await asked();
    expect(rows).toEqual([
      { month: '2026-02-01', primaryExpenseType: 1, type: 'CAB', claims: 1, amount: 50 },
      { month: '2026-06-01', primaryExpenseType: 2, type: 'FOOD', claims: 1, amount: 200.1 },
      { month: '2026-07-01', primaryExpenseType: 0, type: 'MOBILE_BILL', claims: 1, amount: 10.01 },
      { month: '2026-07-01', primaryExpenseType: 2, type: 'FOOD', claims: 1, amount: 100.05 },
    ]);
    expect(centres.map(({ amount }) => amount)).toEqual(
      centres.map(({ amount }) => amount).toSorted((one, other) => other - one),
    );
    expect(Math.round(centres.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(360_16);
    expect(otherCentres).toBeNull();
  });

  it('REP-5 beyond the eight largest cost centres, the others in one sum', async () => {
    const { db } = server.database;
    for (let n = 0; n < 11; n += 1) {
      await db
        .insertInto('people')
        .values({
          id: `PC${n}`,
          email: `centre${n}@example.com`,
          name: `Centre ${n}`,
          employee_code: `C${n}`,
          manager_id: null,
          roles: [],
          cost_centre: `Centre ${n}`,
          disabled: false,
          exceptional_date: null,
          subject: null,
          created_at: 1,
          updated_at: 1,
        })
        .execute();
      await add('employee', 0, 'OTHERS', {
        owner_id: `PC${n}`,
        ...decided('2026-07-10T10:00:00+05:30', 1000_00 + n * 100),
      });
    }
    const { centres, otherCentres } = await asked();
    expect(centres.map(({ costCentre, amount }) => [costCentre, amount])).toEqual(
      [10, 9, 8, 7, 6, 5, 4, 3].map((n) => [`Centre ${n}`, 1000 + n]),
    );
    expect(otherCentres).toMatchObject({ amount: 360.16 + 1000 + 1001 + 1002 });
  });

  it('REP-6 days of food from nine tenths of the limit with something pending: over all that counts', async () => {
    const meal = (owner: PersonKey, day: string, rupees: number, more = {}) =>
      add(owner, 2, 'FOOD', {
        expense_date: day,
        claim_amount: Math.round(rupees * 100),
        manager_amount: Math.round(rupees * 100),
        ...more,
      });
    await meal('employee', '2026-07-01', 675);
    await meal('employee', '2026-07-02', 674.99);
    await meal('employee2', '2026-07-01', 400);
    await meal('employee2', '2026-07-01', 350, decided('2026-07-05T10:00:00+05:30', 350_00));
    await meal('employee3', '2026-07-01', 750, decided('2026-07-05T10:00:00+05:30', 750_00));
    await meal('employee', '2026-07-03', 400);
    await meal('employee', '2026-07-03', 350, { manager_status: rejected, manager_amount: 0 });
    await meal('employee', '2026-07-03', 340, { withdrawn_at: NOW });
    await meal('employee', '2026-07-03', 200, { manager_status: managerPending, manager_amount: null });
    await meal('employee', '2026-07-03', 100, { finance_status: refused, finance_amount: 0 });
    const { meals, mealDays } = await asked();
    expect(
      meals.map(({ employeeCode, day, claims, amount, waiting: count }) => [employeeCode, day, claims, amount, count]),
    ).toEqual([
      ['KH1002', '2026-07-01', 2, 750, 1],
      ['KH1001', '2026-07-01', 1, 675, 1],
    ]);
    expect(mealDays).toBe(2);
    for (let day = 10; day < 30; day += 1) await meal('newcomer', `2026-06-${day}`, 700);
    const many = await asked();
    expect([many.meals.length, many.mealDays, many.meals[1]?.day]).toEqual([10, 22, '2026-06-29']);
  });

  it('REP-5 the pictures say what the lists say, of any claims', async () => {
    await addManyClaims(server.database.db, 1_000);
    const { ages } = await asked();
    let [count, amount] = [0, 0];
    for (const kind of [0, 1, 2]) {
      const { summary } = dataOf<{ summary: { PENDING_COUNT: number; PENDING_AMOUNT: number } }>(
        await (
          await server.as('finance')
        ).get(`/api/v1/allExpense/search?pageSize=1&filter=MANAGER_APPROVAL_STATUS:0&primaryExpenseType=${kind}`),
      );
      count += summary.PENDING_COUNT;
      amount += Math.round(summary.PENDING_AMOUNT * 100);
    }
    expect([
      ages.reduce((sum, age) => sum + age.claims, 0),
      ages.reduce((sum, age) => sum + Math.round(age.amount * 100), 0),
    ]).toEqual([count, amount]);
  });
});
