import { sql } from 'kysely';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloadConveyance,
  downloadDetailedReport,
  downloadGstCredits,
  downloadLocalExpenses,
  downloadSummarizedReport,
  downloadTravelExpenses,
} from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
import { REPORT_TYPES } from '#contract/report.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { addManyClaims } from '#tests/support/manyClaims.ts';
import { idOf } from '#tests/support/people.ts';
import { csvRows } from '#tests/support/reports.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import type { Api } from '#tests/support/api.ts';

let server: TestServer;
let finance: Api;
beforeAll(async () => {
  server = await startServer();
  await addManyClaims(server.database.db, 4_000);
  // More than the buffers between two programs hold: who reads nothing makes the server wait.
  await sql`update claims set finance_remarks = repeat('It is a long story. ', 400)`.execute(server.database.db);
  finance = await server.as('finance');
});
afterAll(() => server.close());

const DOWNLOADS = [
  downloadLocalExpenses,
  downloadConveyance,
  downloadTravelExpenses,
  downloadDetailedReport,
  downloadSummarizedReport,
  downloadGstCredits,
];
const exported = () =>
  server.database.db.selectFrom('audit_log').selectAll().where('action', '=', 'export').orderBy('id').execute();

/** Asks for a file and reads as much of it as is wanted: what is not read stays with the server. */
function reading(path: string): Promise<{ status: number; stop: () => void; rest: () => Promise<Buffer> }> {
  return new Promise((done, fail) => {
    const asked = request(
      server.url + path,
      { headers: { token: finance.token ?? '', platform: 'WEB_SITE' } },
      (response) => {
        response.pause();
        done({
          status: response.statusCode ?? 0,
          stop: () => asked.destroy(),
          rest: async () => {
            const pieces: Buffer[] = [];
            for await (const piece of response) pieces.push(piece as Buffer);
            return Buffer.concat(pieces);
          },
        });
      },
    );
    asked.once('error', fail).end();
  });
}

describe('REP-1 the files', () => {
  it.each(DOWNLOADS)('$name has a name, a type and a head, CSV unless said', async (endpoint) => {
    for (const [query, format] of [
      [{}, 'csv'],
      [{ format: 'csv' }, 'csv'],
      [{ format: 'xlsx' }, 'xlsx'],
    ] as const) {
      const { status, headers, bytes } = await finance.get(urlOf(endpoint, { query }));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(REPORT_TYPES[format]);
      expect(headers.get('content-disposition')).toMatch(
        new RegExp(
          `^attachment; filename="finance-report-[a-z-]+-2026-07-15\\.${format}"; filename\\*=UTF-8''finance-report-`,
        ),
      );
      expect([
        headers.get('x-content-type-options'),
        headers.get('cache-control'),
        headers.get('content-length'),
      ]).toEqual(['nosniff', 'no-store', null]);
      expect(format === 'csv' ? bytes.subarray(0, 3).toString('hex') : bytes.subarray(0, 2).toString()).toBe(
        format === 'csv' ? 'efbbbf' : 'PK',
      );
    }
  });

  it('the columns of each screen, to the letter', async () => {
    const columns = (names: string): string[] => names.split(', ');
    const head = async (path: string) => csvRows((await finance.get(path)).bytes)[0];
    expect(await head(urlOf(downloadTravelExpenses))).toEqual(
      columns(
        'Trip Id, Expense Id, Employee Id, Employee Name, Travel Expense Type, Travel From, Travel To, ' +
          'Expense Date, Claim Date, Employee Remarks, Departure Location, Arrival Location, Base Location, ' +
          'View, Manager Remarks, Manager Approval Date, Finance Approval Date, Claim Amount, ' +
          'Approved By Manager, Approved By Finance, Finance Remarks, Status',
      ),
    );
    expect(await head(urlOf(downloadLocalExpenses))).toEqual(
      columns(
        'Expense Id, Employee Id, Employee Name, Local Expense Type, Expense Date, Claim Date, ' +
          'Manager Approval Date, Finance Approval Date, Expense Remarks, Manager Remarks, Bill, Claim Amount, ' +
          'Approved By Manager, Approved By Finance, Finance Remarks, Status',
      ),
    );
    expect(await head(urlOf(downloadConveyance))).toEqual(
      columns(
        'Trip Id, Employee Code, Employee Name, Travel Date, From Location, To Location, Client Name, ' +
          'Conveyance Type, Distance Traveled (km), Reimbursement Limit, Manager Remarks, ' +
          'Manager Approval Date, Bill, Finance Approval Date, Claim Amount, Manager Approved Amount, ' +
          'Approved By Finance, Finance Remarks, Status',
      ),
    );
    expect(await head(urlOf(downloadSummarizedReport))).toEqual(
      columns(
        'Employee Id, Employee Name, Employee Email, Cost Centre, Kind, Count, Claim Amount, ' +
          'Approved By Manager, Approved By Finance, Paid Amount',
      ),
    );
  });

  it.each([
    ['format=pdf', 'format'],
    ['format=csv&format=xlsx', 'format'],
    ['filter=USER_EMAIL:employee@example.com', 'USER_EMAIL'],
    ['filter=MANAGER_EMAIL:manager@example.com', 'MANAGER_EMAIL'],
    ['filter=DESTINATION:Pune', 'DESTINATION'],
    ['filter=TRAVEL_EXPENSE_TYPE:0', 'TRAVEL_EXPENSE_TYPE'],
    ['filter=FINANCE_APPROVAL_DATE:x|y', 'FINANCE_APPROVAL_DATE'],
    ['what=else', 'what'],
  ])('refuses %s naming the key', async (query, key) => {
    const before = (await exported()).length;
    for (const path of [
      `${urlOf(downloadLocalExpenses)}&${query}`,
      `${urlOf(downloadDetailedReport)}?${query}`,
      `${urlOf(downloadSummarizedReport)}?${query}`,
    ]) {
      const { status, body } = await finance.get(path);
      expect([status, body['code'], Object.keys((body['errors'] as object | undefined) ?? {})]).toEqual([
        400,
        'MALFORMED',
        [key],
      ]);
    }
    expect((await finance.get('/api/v1/allExpense/download?primaryExpenseType=3')).status).toBe(400);
    expect(await exported()).toHaveLength(before);
  });

  it('AUD-1 every export is a row of the log before its first byte leaves, and the log holds', async () => {
    const before = (await exported()).length;
    await finance.get(
      `${urlOf(downloadTravelExpenses, { query: { format: 'xlsx' } })}&filter=FINANCE_APPROVAL_STATUS:1` +
        '&sort=EMPLOYEE_CODE',
    );
    const half = await reading(urlOf(downloadDetailedReport));
    half.stop();
    const rows = (await exported()).slice(before);
    expect(rows.map(({ actor_id, record_kind, after }) => [actor_id, record_kind, after])).toEqual([
      [
        idOf('finance'),
        'export',
        {
          report: 'travel-expenses',
          format: 'xlsx',
          filters: { FINANCE_APPROVAL_STATUS: ['1'] },
          sort: 'EMPLOYEE_CODE',
        },
      ],
      [idOf('finance'), 'export', { report: 'detailed', format: 'csv', filters: {} }],
    ]);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('only what the manager approved, whatever is asked for', async () => {
    const statusOf = async (codes: string) =>
      (
        await csvRows(
          (await finance.get(`${urlOf(downloadLocalExpenses)}&filter=MANAGER_APPROVAL_STATUS:${codes}`)).bytes,
        )
      ).length - 1;
    const [all, approved, others] = [await statusOf('0|1|2'), await statusOf('0'), await statusOf('1|2')];
    expect([all, others]).toEqual([approved, 0]);
    expect(approved).toBeGreaterThan(500);
  });
});

describe('REP-2 while it is sent', () => {
  it('a reader who stands still holds no connection, and gets the rest when it goes on', async () => {
    const slow = await reading(urlOf(downloadDetailedReport));
    expect(slow.status).toBe(200);
    expect(await server.database.ready()).toBe(true);
    expect((await finance.get('/api/v1/counts')).status).toBe(200);
    const inTheEnd = csvRows(await slow.rest());
    expect(inTheEnd).toHaveLength(csvRows((await finance.get(urlOf(downloadDetailedReport))).bytes).length);
  });

  it('each claim comes once, as it stood when it was read, whatever is decided meanwhile', async () => {
    const ids = (rows: string[][]) => rows.slice(1).map((row) => row[0] ?? '');
    const before = ids(csvRows((await finance.get(urlOf(downloadLocalExpenses))).bytes));
    const slow = await reading(urlOf(downloadLocalExpenses));
    // Those that were decided wait again, and those that waited are decided: each changes the index it is found by.
    await sql`
      update claims set finance_status = case finance_status when 'FINANCE_PENDING' then 'FINANCE_APPROVED'
      else 'FINANCE_PENDING' end, version = version + 1
      where kind = 0 and manager_status = 'MANAGER_APPROVED' and hashtext(id) % 2 = 0`.execute(server.database.db);
    const during = ids(csvRows(await slow.rest()));
    expect(new Set(during).size).toBe(during.length);
    const untouched = new Set(
      (await sql<{ id: string }>`select id from claims where version = 1`.execute(server.database.db)).rows.map(
        ({ id }) => id,
      ),
    );
    expect(during.filter((id) => untouched.has(id))).toEqual(before.filter((id) => untouched.has(id)));
  });

  it('one who goes away leaves nothing behind, and a third at once has to wait', async () => {
    // Programs on one machine may lend each other megabytes: far more than that.
    await sql`update claims set finance_remarks = repeat('It is a long story. ', 2500)`.execute(server.database.db);
    const [one, other] = [await reading(urlOf(downloadDetailedReport)), await reading(urlOf(downloadDetailedReport))];
    const third = await finance.get(urlOf(downloadConveyance));
    expect([third.status, third.body['code'], third.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '5']);
    expect((await (await server.as('finance2')).get(urlOf(downloadSummarizedReport))).status).toBe(200);
    one.stop();
    other.stop();
    let status = 429;
    for (let tries = 0; tries < 100 && status === 429; tries += 1) {
      await pause(20);
      status = (await finance.get(urlOf(downloadSummarizedReport))).status;
    }
    expect(status).toBe(200);
  });

  it('a database that fails in the middle breaks the file off: half of it is never taken for the whole', async () => {
    const slow = await reading(urlOf(downloadDetailedReport));
    await sql`alter table claim_bills rename to claim_bills_gone`.execute(server.database.db);
    await expect(slow.rest()).rejects.toThrow();
    const refused = await finance.get(urlOf(downloadDetailedReport));
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([500, null]);
    await sql`alter table claim_bills_gone rename to claim_bills`.execute(server.database.db);
    expect((await finance.get(urlOf(downloadDetailedReport))).status).toBe(200);
  });
});
