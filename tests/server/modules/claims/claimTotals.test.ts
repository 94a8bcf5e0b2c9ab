import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedStatuses, UNDECIDED } from '#domain/status.ts';
import { approve, create, expenseBody, file, found, reject } from '#tests/support/expenses.ts';
import { idOf } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Total {
  key: string;
  claims: number;
  claim_amount: number;
  manager_amount: number;
  finance_amount: number;
}
const KEY = sql`concat_ws(' ', kind, owner_id, coalesce(manager_id, ''), type, manager_status, finance_status)`;

async function kept(): Promise<Total[]> {
  const nothing = sql`claims = 0 and claim_amount = 0 and manager_amount = 0 and finance_amount = 0`;
  return (
    await sql<Total>`
      select ${KEY} as key, claims, claim_amount, manager_amount, finance_amount from claim_totals
      where not (${nothing}) order by key`.execute(server.database.db)
  ).rows;
}

/** The same, counted from the claims. */
async function counted(): Promise<Total[]> {
  const { rows } = await sql<Total>`
    select ${KEY} as key, count(*) as claims, coalesce(sum(claim_amount), 0)::bigint as claim_amount,
    coalesce(sum(manager_amount), 0)::bigint as manager_amount,
    coalesce(sum(finance_amount), 0)::bigint as finance_amount
    from claims where withdrawn_at is null group by kind, owner_id, manager_id, type, manager_status, finance_status
    order by key`.execute(server.database.db);
  return rows;
}

const OVERALL = sql`concat_ws(' ', kind, type, manager_status, finance_status)`;
const SUMS = ['claims', 'claim_amount', 'manager_amount', 'finance_amount'];

/** Of everybody: what is kept, and what the totals of each person add up to. */
async function overall(): Promise<{ kept: unknown[]; counted: unknown[] }> {
  const sums = sql.raw(SUMS.map((sum) => `sum(${sum})::bigint as ${sum}`).join(', '));
  const some = sql.raw(SUMS.map((sum) => `sum(${sum}) <> 0`).join(' or '));
  const of = async (table: string): Promise<unknown[]> =>
    (
      await sql`select ${OVERALL} as key, ${sums} from ${sql.table(table)}
        group by kind, type, manager_status, finance_status having ${some} order by key`.execute(server.database.db)
    ).rows;
  return { kept: await of('overall_claim_totals'), counted: await of('claim_totals') };
}

const APPROVED = storedStatuses('manager', ['0'])[0] ?? '';
const PAID = storedStatuses('finance', ['0'])[0] ?? '';
const people = ['employee', 'employee2', 'newcomer'] as const;
const statement = fc.oneof(
  fc.record({
    add: fc.array(
      fc.record({
        kind: fc.constantFrom(0, 1, 2),
        owner: fc.constantFrom(...people),
        manager: fc.constantFrom('manager', 'manager2', null),
        type: fc.constantFrom('OTHERS', 'MOBILE_BILL'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  fc.record({
    set: fc.constantFrom('approve', 'pay', 'withdraw', 'edit', 'move', 'amount', 'dearer'),
    share: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ drop: fc.integer({ min: 2, max: 5 }) }),
);
const CHANGES = {
  approve: sql`manager_status = ${APPROVED}, manager_amount = claim_amount`,
  pay: sql`finance_status = ${PAID}, finance_amount = claim_amount - 1`,
  withdraw: sql`withdrawn_at = 1`,
  edit: sql`type = case type when 'OTHERS' then 'MOBILE_BILL' else 'OTHERS' end`,
  move: sql`manager_id = ${idOf('director')}`,
  dearer: sql`claim_amount = claim_amount + 7`,
  amount: sql`manager_amount = manager_amount / 2, remarks = 'less'`,
};

describe('the totals kept beside the claims (LIST-3)', () => {
  it('equal what the claims add up to, after any statements', async () => {
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 8 }), async (statements) => {
        const { db } = server.database;
        for (const one of statements) {
          if ('add' in one) {
            const rows = one.add.map(
              ({ kind, owner, manager, type }) =>
                sql`
                  (${`T${++serial}`}, ${kind}, ${idOf(owner)}, ${manager && idOf(manager)}, ${type}, '2026-07-01',
                  ${1000 + serial}, ${UNDECIDED.manager}, ${UNDECIDED.finance}, 1, 1)`,
            );
            await sql`
              insert into claims (id, kind, owner_id, manager_id, type, expense_date, claim_amount, manager_status,
              finance_status, created_at, updated_at) values ${sql.join(rows)}`.execute(db);
          } else if ('set' in one)
            await sql`update claims set ${CHANGES[one.set]} where hashtext(id) % ${one.share} = 0`.execute(db);
          else await sql`delete from claims where hashtext(id) % ${one.drop} = 0`.execute(db);
        }
        expect(await kept()).toEqual(await counted());
        const ofAll = await overall();
        expect(ofAll.kept).toEqual(ofAll.counted);
      }),
      { numRuns: 40 },
    );
    await sql`delete from claims`.execute(server.database.db);
  });

  it('follow people at work, many at once, and what is undone leaves them alone', async () => {
    const [employee, employee2, manager] = [
      await server.as('employee'),
      await server.as('employee2'),
      await server.as('manager'),
    ];
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => file(i % 2 ? employee : employee2, { claimAmount: 10 + i })),
    );
    await Promise.all(
      made.map(({ expenseId }, i) =>
        i % 3 === 0
          ? approve(manager, expenseId, { managerApprovedAmount: 10 })
          : i % 3 === 1
            ? reject(manager, expenseId)
            : create(employee, expenseBody('0'.repeat(64))),
      ),
    );
    await server.database.db
      .transaction()
      .execute(async (tx) => {
        await sql`update claims set manager_amount = 1`.execute(tx);
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await kept()).toEqual(await counted());
    const ofAll = await overall();
    expect(ofAll.kept).toEqual(ofAll.counted);
    const { results, summary } = await found(await server.as('finance'));
    expect(results.totalElements).toBe(4);
    expect(summary).toMatchObject({ PENDING_COUNT: 4, PENDING_AMOUNT: 40 });
  });
});
