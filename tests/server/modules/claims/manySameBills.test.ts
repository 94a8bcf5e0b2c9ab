import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { MAX_COUNTED_INSIDE, MAX_LISTED_INSIDE } from '#contract/limits.ts';
import { searchStatement } from '#server/modules/claims/repository/search.ts';
import { create, dataOf, expenseBody, found } from '#tests/support/expenses.ts';
import { gstinOf } from '#tests/support/gstCodes.ts';
import { email, idOf } from '#tests/support/people.ts';
import { rowsOfSteps, stepsOf } from '#tests/support/planRows.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let first: LocalExpense;
beforeAll(async () => {
  server = await startServer();
  const employee = await server.as('employee');
  const readings = await Promise.all(
    Array.from({ length: BILLS }, async (_, n) => ({
      fingerPrint: await employee.bill(`bill ${n}`),
      gstin: gstinOf(1),
      billNumber: `A-${n}`,
      upiReference: String(412_345_678_900 + n),
      total: 347,
      day: '2026-07-08',
      paper: { groups: Array.from({ length: 8 }, (__, group) => group), times: [152] },
    })),
  );
  const body = expenseBody('', { billUrl: readings.map(({ fingerPrint }) => fingerPrint), readings });
  first = dataOf(await create(employee, body));
  await sql`update claim_bills set gst = jsonb_build_object('state', 'verified', 'invoice',
    jsonb_build_object('irn', 'irn ' || position))`.execute(server.database.db);
});
afterAll(() => server.close());

const [BILLS, PAGE] = [10, 25];
/** By file, e-invoice, number (of one year, of an unknown one, of any), payment and paper. */
const LOOKS = 7;

/** Copies the first claim, bills and all, but for these columns. */
async function copies(name: string, count: number, claim: object = {}, bill: object = {}): Promise<void> {
  const { db } = server.database;
  await sql`
    insert into claims select r.* from claims c, generate_series(1, ${count}::int) n,
    jsonb_populate_record(null::claims, to_jsonb(c) || ${JSON.stringify(claim)}::jsonb ||
      jsonb_build_object('id', ${name}::text || n, 'creation_key', null)) r where c.id = ${first.expenseId}`.execute(
    db,
  );
  await sql`
    insert into claim_bills select r.* from claim_bills b, generate_series(1, ${count}::int) n,
    jsonb_populate_record(null::claim_bills, to_jsonb(b) || ${JSON.stringify(bill)}::jsonb ||
      jsonb_build_object('claim_id', ${name}::text || n)) r where b.claim_id = ${first.expenseId}`.execute(db);
  await sql`analyze claims, claim_bills`.execute(db);
}

const search = (limit: number) =>
  searchStatement({
    kind: PRIMARY_EXPENSE_TYPE.local,
    scope: { of: 'manager', managerId: idOf('manager') },
    withDuplicates: true,
    byEmployeeCode: false,
    limit,
    offset: 0,
  });

/** Rows of bills that a page reads, for each of its claims; what was found by an index and not read is counted too. */
async function readOfBills(): Promise<number> {
  const steps = await stepsOf(server.database.db, search(PAGE));
  const bills = steps.filter(
    (step) => step['Relation Name'] === 'claim_bills' || /^claim_bills_(?!paper)/.test(step['Index Name'] ?? ''),
  );
  expect(bills.length).toBeGreaterThan(0);
  return rowsOfSteps(bills) / PAGE;
}

describe('S3 DOC-21 DOC-23 claims whose bills are all the same', () => {
  it('make the database read as many of them for a claim as are counted, by each thing that is the same', async () => {
    await copies('EXPCOPY', 400);
    const rows = (await found(await server.as('manager'), `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=${PAGE}`))
      .results.content;
    expect(rows).toHaveLength(PAGE);
    for (const row of rows) expect(row.duplicateOf).toHaveLength(MAX_LISTED_INSIDE);
    // Beside its own bills, of which each is passed by where its own mark is found, and read for its files.
    expect(await readOfBills()).toBeLessThanOrEqual(LOOKS * (MAX_COUNTED_INSIDE + 1 + 2 * BILLS) + 2 * BILLS);
  });

  it('are told for all that are withdrawn or of other years', async () => {
    const { db } = server.database;
    await sql`delete from claim_bills where claim_id like 'EXPCOPY%'`.execute(db);
    await sql`delete from claims where id like 'EXPCOPY%'`.execute(db);
    // By their ids these are found before.
    await copies('EXP/W', 150, { withdrawn_at: NOW });
    const file_hash = await (await server.as('employee2')).bill('another bill');
    await copies('EXP/Y', 150, {}, { seller_bill_year: 2020, file_hash, reading: null, gst: null, paper_keys: null });
    await copies('EXPZ', 1);
    const { rows } = await search(400).execute(db);
    const row = rows.find(({ id }) => id === first.expenseId);
    expect(row?.duplicates).toMatchObject([{ id: 'EXPZ1', same: 0 }]);
    await sql`update claim_bills set file_hash = ${file_hash}, gst = null, reading = null, paper_keys = null
      where claim_id = 'EXPZ1'`.execute(db);
    const again = (await search(400).execute(db)).rows.find(({ id }) => id === first.expenseId);
    expect(again?.duplicates).toMatchObject([{ id: 'EXPZ1', same: 2 }]);
  });
});
