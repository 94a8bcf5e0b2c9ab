import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { MAX_COUNTED_INSIDE, MAX_HISTORY_ROWS, MAX_LISTED_INSIDE } from '#contract/limits.ts';
import type { Enquiry } from '#contract/record.ts';
import { claimWarnings } from '#domain/warnings.ts';
import { searchStatement } from '#server/modules/claims/repository/search.ts';
import { about, answer, asked, told } from '#tests/support/enquiries.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { stepsOf } from '#tests/support/planRows.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const PAGE = 25;
const LISTS = [
  `/api/v1/allExpense/search?primaryExpenseType=0&pageSize=${PAGE}&filter=MANAGER_EMAIL:manager@example.com`,
  `/api/v1/list-auth?pageSize=${PAGE}`,
];

/** Files one claim and copies it, bills and all, until there are this many in all. */
async function claimsWithOneBill(from: number, to: number): Promise<void> {
  const { db } = server.database;
  if (from === 0) {
    const employee = await server.as('employee');
    const bill = await employee.bill('the same for all');
    const made = await employee.post(
      '/api/v1/allExpense/create?primaryExpenseType=0',
      {
        localExpenseType: 'MOBILE_BILL',
        expenseDate: server.clock.now - 86_400_000,
        claimAmount: 120,
        remarks: 'The same bill',
        billUrl: [bill],
      },
      { 'idempotency-key': 'same-bill-0123' },
    );
    expect([made.status, made.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  }
  await sql`
    insert into claims select r.* from (select * from claims order by length(id), id desc limit 1) c,
    generate_series(${Math.max(1, from)}::int, ${to - 1}::int) n,
    jsonb_populate_record(null::claims, to_jsonb(c) || jsonb_build_object('id', 'EXPCOPY' || n, 'creation_key', null))
    r`.execute(db);
  await sql`
    insert into claim_bills select c.id, b.position, b.file_hash, b.name
    from claims c, (select * from claim_bills limit 1) b
    where not exists (select 1 from claim_bills o where o.claim_id = c.id)`.execute(db);
}

async function rowsOf(path: string): Promise<{ told: [listed: number, count: number][]; length: number }> {
  const answer = await (await server.as('manager')).get(path);
  expect(answer.status).toBe(200);
  const told = [...answer.text.matchAll(/"duplicateOf":(\[.*?\]),"duplicates":(\d+)/g)].map(
    ([, list = '', count]): [number, number] => [(JSON.parse(list) as unknown[]).length, Number(count)],
  );
  return { told, length: answer.text.length };
}

describe('S3 one bill on many claims', () => {
  it('a row names ten of them and how many there are', async () => {
    await claimsWithOneBill(0, 30);
    for (const path of LISTS) {
      const { told } = await rowsOf(path);
      expect(told).toEqual(Array.from({ length: PAGE }, () => [MAX_LISTED_INSIDE, 29]));
    }
  });

  it('3,400 of them make a page of less than 100 kB, and the database reads no more of them than counted', async () => {
    await claimsWithOneBill(30, 3_400);
    for (const path of LISTS) {
      const { told, length } = await rowsOf(path);
      expect(told).toEqual(Array.from({ length: PAGE }, () => [MAX_LISTED_INSIDE, MAX_COUNTED_INSIDE + 1]));
      expect(length).toBeLessThan(100_000);
    }
    const { db } = server.database;
    await sql`analyze claims, claim_bills`.execute(db);
    const manager = await db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'manager@example.com')
      .executeTakeFirstOrThrow();
    const search = searchStatement({
      kind: PRIMARY_EXPENSE_TYPE.local,
      scope: { of: 'manager', managerId: manager.id },
      withDuplicates: true,
      byEmployeeCode: false,
      limit: PAGE,
      offset: 0,
    });
    const read = (await stepsOf(db, search))
      .filter((step) => step['Relation Name'] === 'claim_bills')
      .reduce((sum, step) => sum + step['Actual Rows'] * step['Actual Loops'], 0);
    // Those of the other claims, and its own bill for each thing that may be the same.
    expect(read).toBeGreaterThan(PAGE);
    expect(read).toBeLessThanOrEqual(PAGE * (MAX_COUNTED_INSIDE + 1 + 8));
  });

  it('its warning counts those that are not listed, and says where there may be more', () => {
    const duplicateOf = Array.from({ length: MAX_LISTED_INSIDE }, (_, n) => ({
      id: `EXP${n}`,
      employeeName: 'Asha Nair',
    }));
    const reasonOf = (duplicates: number, list: typeof duplicateOf | object[] = duplicateOf): string | undefined =>
      claimWarnings(
        { day: Date.parse('2026-07-15T06:00:00Z'), claimAmount: 100, duplicateOf: list, duplicates },
        'Asia/Kolkata',
      )[0]?.reason;
    expect(reasonOf(29)).toContain('; 26 more.');
    expect(reasonOf(MAX_COUNTED_INSIDE)).toContain('; 97 more.');
    expect(reasonOf(MAX_COUNTED_INSIDE + 1)).toContain('; at least 98 more.');
    expect(reasonOf(MAX_COUNTED_INSIDE + 1, [{}])).toBe(
      'Same bill used before: at least 101 other claims that you cannot see.',
    );
  });
});

describe('S3 what happened to a record, and was asked about it', () => {
  it('lists the newest hundred, and every question that is open', async () => {
    const { db } = server.database;
    const employee = await server.as('employee');
    const manager = await server.as('manager');
    const { expenseId } = await file(employee);
    const { enquiryId } = await asked(manager, expenseId, 'The first of all');
    // The others were asked and closed since.
    await sql`insert into enquiries select r.* from enquiries e, generate_series(1, 250) n,
      jsonb_populate_record(null::enquiries,
      to_jsonb(e) || jsonb_build_object('id', 'ENQCOPY' || n, 'creation_key', null, 'created_at', e.created_at + n,
      'closed_at', e.created_at + n, 'closed_by', e.asker_id)) r where e.id = ${enquiryId}`.execute(db);
    const questions = dataOf<Enquiry[]>(await about(manager, expenseId));
    expect(questions).toHaveLength(MAX_HISTORY_ROWS + 1);
    expect([questions[0]?.enquiryId, questions.at(-1)?.enquiryId]).toEqual(['ENQCOPY250', enquiryId]);

    for (let n = 0; n < MAX_HISTORY_ROWS + 20; n += 1)
      expect((await answer(employee, enquiryId, `Answer ${n}`)).status).toBe(200);
    const rows = await told(manager, expenseId);
    expect(rows).toHaveLength(MAX_HISTORY_ROWS);
    expect(JSON.stringify(rows[0])).toContain(`Answer ${MAX_HISTORY_ROWS + 19}`);
  });
});
