import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWaiting, sumOwed } from '#contract/calls/home.ts';
import { urlOf } from '#contract/endpoint.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { Owed, PendingCounts } from '#contract/home.ts';
import { statusChoices, storedStatuses } from '#domain/status.ts';
import { countStatement, owedStatement } from '#server/modules/approvals/repository/home.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, dataOf, DAY, file, reject } from '#tests/support/expenses.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const counts = async (who: PersonKey): Promise<PendingCounts> => {
  const answer = await (await server.as(who)).get(urlOf(countWaiting));
  expect(countWaiting.answer.parse(answer.body)).toEqual(answer.body);
  return dataOf<PendingCounts>(answer);
};
const owed = async (api: Api): Promise<Owed> => {
  const answer = await api.get(urlOf(sumOwed));
  expect(sumOwed.answer.parse(answer.body)).toEqual(answer.body);
  return dataOf<Owed>(answer);
};
const stored = (field: 'manager' | 'admin' | 'finance' | 'cancellation', key: string): string => {
  const choice = statusChoices(field).find(({ label }) => label === key);
  return storedStatuses(field, [choice?.code ?? ''])[0] ?? '';
};

let trips = 0;
/** A trip as the database has it: its own calls are tested elsewhere. */
async function trip(owner: PersonKey, changes: Record<string, unknown> = {}): Promise<void> {
  trips += 1;
  await server.database.db
    .insertInto('trips')
    .values({
      id: `TRPhome${trips}`,
      owner_id: idOf(owner),
      manager_id: idOf('manager'),
      start_date: '2026-08-01',
      end_date: '2026-08-02',
      trip_type: 'ONE_WAY',
      travel_type: 'DOMESTIC',
      mode: 'AIR',
      done_by: 'SELF',
      booked_by: 'SELF',
      departure_city: 'Pune',
      arrival_city: 'Delhi',
      accommodation: false,
      reason: 'Visit',
      created_at: NOW,
      updated_at: NOW,
      ...changes,
    } as never)
    .execute();
}

describe('HOME-7 what waits', () => {
  it('is nothing for somebody new, and queues of roles that one lacks are not counted', async () => {
    expect(await counts('newcomer')).toEqual({
      own: { trips: 0, travel: 0, local: 0, conveyance: 0 },
      manager: null,
      finance: null,
      admin: null,
      enquiries: { toAnswer: 0, toClose: 0 },
      unread: 0,
    });
  });

  it.each<[PersonKey, (keyof PendingCounts)[]]>([
    ['employee', []],
    ['manager', ['manager']],
    ['director', ['manager']],
    ['finance', ['finance']],
    ['finance-docs', []],
    ['admin', ['admin']],
    ['tally', []],
    ['campaign-manager', []],
    ['case-user', []],
  ])('%s has the queues %j beside their own', async (who, queues) => {
    const known = await counts(who);
    expect((['manager', 'finance', 'admin'] as const).filter((queue) => known[queue] !== null)).toEqual(queues);
  });

  it('HOME-7 FIN-6 follows a claim from its owner to manager and finance, and forgets a rejected one', async () => {
    const employee = await server.as('employee');
    const before = {
      employee: await counts('employee'),
      manager: await counts('manager'),
      manager2: await counts('manager2'),
      finance: await counts('finance'),
    };
    const [first, second] = [await file(employee), await file(employee)];
    expect((await counts('employee')).own.local).toBe(before.employee.own.local + 2);
    expect((await counts('manager')).manager?.local).toBe((before.manager.manager?.local ?? 0) + 2);
    expect(await counts('manager2')).toEqual(before.manager2);
    await approve(await server.as('manager'), first.expenseId, { managerApprovedAmount: 1 });
    await reject(await server.as('manager'), second.expenseId);
    expect((await counts('employee')).own).toEqual(before.employee.own);
    expect((await counts('manager')).manager).toEqual(before.manager.manager);
    // Finance counts what its tables open with: approved on the 15th, it comes with the 21st (FIN-6).
    const now = server.clock.now;
    expect(await counts('finance')).toEqual(before.finance);
    server.clock.now = Date.parse('2026-07-20T23:59:00+05:30');
    expect(await counts('finance')).toEqual(before.finance);
    server.clock.now += 120_000;
    expect((await counts('finance')).finance?.local).toBe((before.finance.finance?.local ?? 0) + 1);
    server.clock.now = now;
  });

  it('keeps the kinds of claims apart, and withdrawn ones out', async () => {
    const before = await counts('manager2');
    const [travel, conveyance, gone] = [
      await file(await server.as('employee3')),
      await file(await server.as('employee3')),
      await file(await server.as('employee3')),
    ];
    const { db } = server.database;
    await db
      .updateTable('claims')
      .set({ kind: PRIMARY_EXPENSE_TYPE.travel })
      .where('id', '=', travel.expenseId)
      .execute();
    await db
      .updateTable('claims')
      .set({ kind: PRIMARY_EXPENSE_TYPE.conveyance })
      .where('id', '=', conveyance.expenseId)
      .execute();
    await db.updateTable('claims').set({ withdrawn_at: NOW }).where('id', '=', gone.expenseId).execute();
    const now = await counts('manager2');
    expect(now.manager).toEqual({
      ...before.manager,
      travel: (before.manager?.travel ?? 0) + 1,
      conveyance: (before.manager?.conveyance ?? 0) + 1,
    });
  });

  it('counts trips for their owner, the manager and the admin, and cancellations that are asked for', async () => {
    const before = { own: await counts('employee'), manager: await counts('manager'), admin: await counts('admin') };
    const managerApproved = { manager_status: stored('manager', 'Approved') };
    await trip('employee');
    await trip('employee', managerApproved);
    await trip('employee', { ...managerApproved, admin_status: stored('admin', 'Approved') });
    await trip('employee', {
      ...managerApproved,
      admin_status: stored('admin', 'Approved'),
      cancellation_status: stored('cancellation', 'Pending'),
    });
    await trip('employee', { manager_status: stored('manager', 'Rejected') });
    await trip('employee', { cancellation_status: stored('cancellation', 'Approved') });
    expect((await counts('employee')).own.trips).toBe(before.own.own.trips + 2);
    expect((await counts('manager')).manager?.trips).toBe((before.manager.manager?.trips ?? 0) + 1);
    expect((await counts('admin')).admin).toEqual({
      trips: (before.admin.admin?.trips ?? 0) + 1,
      cancellations: (before.admin.admin?.cancellations ?? 0) + 1,
    });
  });

  it('counts the questions that wait for an answer, and the answers that wait to be read', async () => {
    const { expenseId } = await file(await server.as('employee'));
    const question = {
      record_id: expenseId,
      owner_id: idOf('employee'),
      asker_id: idOf('manager'),
      question: 'Why?',
      created_at: NOW,
      updated_at: NOW,
    };
    await server.database.db
      .insertInto('enquiries')
      .values([
        { ...question, id: 'ENQ1' },
        { ...question, id: 'ENQ2', answer: 'So.', answered_at: NOW },
        { ...question, id: 'ENQ3', answer: 'So.', answered_at: NOW, closed_at: NOW },
      ] as never)
      .execute();
    expect((await counts('employee')).enquiries).toEqual({ toAnswer: 1, toClose: 0 });
    expect((await counts('manager')).enquiries).toEqual({ toAnswer: 0, toClose: 1 });
  });
});

describe('HOME-8 what one is owed', () => {
  it('is nothing before the first claim', async () => {
    const none = { claims: 0, amount: 0 };
    expect(await owed(await server.as('newcomer'))).toEqual({
      month: '2026-07-01',
      claimed: none,
      approved: none,
      paid: none,
      deciding: none,
      unpaid: none,
    });
  });

  it('adds up what was claimed, approved and paid in the organisation’s month, and what is open in all', async () => {
    const api = await server.as('employee2');
    const { db } = server.database;
    const approved = stored('finance', 'Approved');
    const settle = async (id: string, changes: Record<string, unknown>): Promise<unknown> =>
      db
        .updateTable('claims')
        .set({ manager_status: stored('manager', 'Approved') as never, ...changes })
        .where('id', '=', id)
        .execute();
    const ids: string[] = [];
    for (const amount of [100, 200, 300, 400.25, 500, 600, 700])
      ids.push((await file(api, { claimAmount: amount })).expenseId);
    const id = (n: number): string => ids[n] ?? '';
    // 0 waits for its manager; 1 was cut by the manager and waits for finance.
    await settle(id(1), { manager_amount: 150_00 });
    await settle(id(2), {
      manager_amount: 300_00,
      finance_status: approved,
      finance_amount: 250_00,
      finance_decided_at: NOW,
    });
    await settle(id(3), {
      manager_amount: 400_25,
      finance_status: approved,
      finance_amount: 400_25,
      finance_decided_at: NOW,
      paid_on: '2026-07-31',
      paid_amount: 399_25,
    });
    // Of an earlier month, to the last moment.
    await settle(id(4), {
      manager_amount: 500_00,
      finance_status: approved,
      finance_amount: 500_00,
      finance_decided_at: Date.parse('2026-07-01T00:00:00+05:30') - 1,
      paid_on: '2026-06-30',
      paid_amount: 500_00,
      created_at: NOW - 40 * DAY,
    });
    await settle(id(5), { withdrawn_at: NOW });
    await settle(id(6), { manager_status: stored('manager', 'Rejected'), manager_amount: 0 });
    expect(await owed(api)).toEqual({
      month: '2026-07-01',
      claimed: { claims: 5, amount: 1700.25 },
      approved: { claims: 2, amount: 650.25 },
      paid: { claims: 1, amount: 399.25 },
      deciding: { claims: 2, amount: 250 },
      unpaid: { claims: 1, amount: 250 },
    });
    expect((await owed(await server.as('employee3'))).claimed.amount).toBe(901);
  });

  it('is asked for oneself alone: nobody can be named (Z19)', async () => {
    const manager = await server.as('manager');
    expect((await manager.get(`${urlOf(sumOwed)}?email=employee@example.com`)).status).toBe(400);
    expect((await manager.get(`${urlOf(countWaiting)}?email=employee@example.com`)).status).toBe(400);
  });
});

describe('the statements', () => {
  it('HOME-7 can be carried out by indexes alone', async () => {
    const month = { from: '2026-07-01', to: '2026-08-01', fromMillis: 0, toMillis: NOW };
    const statements = [
      countStatement(idOf('manager'), [
        'ownClaims',
        'ownTrips',
        'managerClaims',
        'managerTrips',
        'toAnswer',
        'toClose',
        'adminTrips',
        'cancellations',
      ]),
      owedStatement(idOf('employee'), month),
    ];
    await server.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      for (const statement of statements) {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${statement}`.execute(tx);
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
      }
    });
  });
});
