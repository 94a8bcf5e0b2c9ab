import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import {
  downloadConveyance,
  downloadDetailedReport,
  downloadLocalExpenses,
  downloadSummarizedReport,
  downloadTravelExpenses,
} from '#contract/calls/reports.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { Summary } from '#contract/paging.ts';
import { encodeListQuery, type Filters, type ListQuery } from '#contract/query.ts';
import { toPaise } from '#domain/money.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { addManyClaims } from '#tests/support/manyClaims.ts';
import { email } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { byTitle, csvRows, sheetsOf } from '#tests/support/reports.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import type { Api } from '#tests/support/api.ts';

/** What finance sees as a list, as a summary and as files is the same, to the paisa (REP-1). */

const DAY = 86_400_000;
let server: TestServer;
let finance: Api;
beforeAll(async () => {
  server = await startServer();
  await addManyClaims(server.database.db, 2_400);
  finance = await server.as('finance');
});
afterAll(() => server.close());

type Query = Pick<ListQuery, 'filters' | 'sort'>;
type Facts = Pick<LocalExpense, 'claimAmount' | 'managerApprovedAmount' | 'financeApprovedAmount' | 'employeeCode'> & {
  id: string;
};

async function listed(search: Endpoint, query: Query): Promise<{ rows: Facts[]; total: number; summary: Summary }> {
  const rows: Facts[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { results, summary } = dataOf<{
      results: { content: (LocalExpense & { tripId?: string })[]; totalElements: number };
      summary: Summary;
    }>(await finance.get(urlOf(search, { list: encodeListQuery({ ...query, pageSize: 100, pageNumber }) })));
    rows.push(...results.content.map((row) => ({ ...row, id: row.expenseId ?? row.tripId ?? '' })));
    if (rows.length >= results.totalElements) return { rows, total: results.totalElements, summary };
  }
}

async function file(endpoint: Endpoint, query: Partial<ListQuery>, format: 'csv' | 'xlsx' = 'csv'): Promise<Buffer> {
  const answer = await finance.get(urlOf(endpoint, { list: encodeListQuery(query), query: { format } }));
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.bytes;
}
const lines = async (endpoint: Endpoint, query: Partial<ListQuery>) => byTitle(csvRows(await file(endpoint, query)));

const KINDS = [
  {
    number: 0,
    search: searchLocalExpenses,
    download: downloadLocalExpenses,
    id: 'Expense Id',
    code: 'Employee Id',
    byManager: 'Approved By Manager',
    types: ['LOCAL_EXPENSE_TYPE', 2],
    whole: 'Approved By Manager',
  },
  {
    number: 1,
    search: searchConveyance,
    download: downloadConveyance,
    id: 'Trip Id',
    code: 'Employee Code',
    byManager: 'Manager Approved Amount',
    types: ['CONVEYANCE_TYPE', 5],
    whole: 'Claim Amount',
  },
  {
    number: 2,
    search: searchTravelExpenses,
    download: downloadTravelExpenses,
    id: 'Expense Id',
    code: 'Employee Id',
    byManager: 'Approved By Manager',
    types: ['TRAVEL_EXPENSE_TYPE', 4],
    whole: 'Approved By Manager',
  },
] as const;

const someOf = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const range = fc
  .tuple(fc.option(fc.integer({ min: 0, max: 140 })), fc.option(fc.integer({ min: 0, max: 60 })))
  .map(([back, length]) =>
    back === null
      ? ['', String(NOW)]
      : [String(NOW - back * DAY), length === null ? '' : String(NOW - back * DAY + length * DAY)],
  );
const common = fc.record(
  {
    EMPLOYEE_EMAIL: someOf(['employee', 'employee2', 'newcomer', 'finance'] as const).map((keys) => keys.map(email)),
    EMPLOYEE_CODE: someOf(['KH1001', 'kh1002', 'KH1004', 'KH9999']),
    FINANCE_APPROVAL_STATUS: someOf(['0', '1', '2']),
    MANAGER_APPROVAL_STATUS: someOf(['0', '1']),
    DATE_RANGE: range,
    MANAGER_APPROVAL_DATE: range,
    FINANCE_APPROVAL_DATE: range,
  },
  { requiredKeys: [] },
);
const sort = fc.constantFrom(undefined, 'EMPLOYEE_CODE' as const);
const asQuery = (filters: Filters, order: 'EMPLOYEE_CODE' | undefined): Query => ({
  filters,
  ...(order && { sort: order }),
});
const paise = (text: string | undefined): number => (text ? toPaise(Number(text)) : 0);
const sumOf = (rows: readonly Record<string, string>[], title: string): number =>
  rows.reduce((sum, row) => sum + paise(row[title]), 0);

describe('REP-1 list, summary and report agree to the paisa', () => {
  it.each(KINDS)(
    'of kind $number, whatever the filters',
    async ({ search, download, id, code, byManager, types: [typeKey, count], whole }) => {
      const filters = fc
        .tuple(common, fc.option(someOf(Array.from({ length: count }, (_, n) => String(n)))))
        .map(([some, types]): Filters => ({ ...some, ...(types && { [typeKey]: types }) }));
      await fc.assert(
        fc.asyncProperty(filters, sort, async (some, order) => {
          const query = asQuery(some, order);
          const list = await listed(search, query);
          const rows = await lines(download, query);
          const told = (row: Record<string, string>) => [
            row[id],
            row[code],
            paise(row['Claim Amount']),
            paise(row[byManager]),
            paise(row['Approved By Finance']),
          ];
          const seen = (row: Facts) => [
            row.id,
            row.employeeCode,
            toPaise(row.claimAmount),
            toPaise(row.managerApprovedAmount ?? 0),
            toPaise(row.financeApprovedAmount ?? 0),
          ];
          expect(rows).toHaveLength(list.total);
          expect(rows.map(told)).toEqual(list.rows.map(seen));

          // The summary looks past the status that is filtered by.
          const { FINANCE_APPROVAL_STATUS: _status, ...others } = some;
          const all = await lines(download, { filters: others });
          const [accepted, pending] = [
            all.filter((row) => row['Status']?.startsWith('Approved')),
            all.filter((row) => row['Status'] === 'Pending'),
          ];
          expect({
            ACCEPTED_COUNT: accepted.length,
            ACCEPTED_AMOUNT: sumOf(accepted, 'Approved By Finance'),
            PENDING_COUNT: pending.length,
            PENDING_AMOUNT: sumOf(pending, whole),
          }).toEqual({
            ...list.summary,
            ACCEPTED_AMOUNT: toPaise(list.summary.ACCEPTED_AMOUNT),
            PENDING_AMOUNT: toPaise(list.summary.PENDING_AMOUNT),
          });
        }),
        { numRuns: 25 },
      );
    },
  );

  it('FIN-8 the detailed report is the three lists, the summarized one their sums', async () => {
    await fc.assert(
      fc.asyncProperty(common, sort, async (some, order) => {
        const filters = { ...some, FINANCE_APPROVAL_STATUS: some.FINANCE_APPROVAL_STATUS ?? ['0'] };
        const parts: unknown[] = [];
        for (const { download, id } of KINDS) parts.push(...(await lines(download, { filters })).map((row) => row[id]));
        const detailed = await lines(downloadDetailedReport, asQuery(some, order));
        expect(detailed.map((row) => row['Expense Id']).toSorted()).toEqual(parts.toSorted());
        expect(new Set(detailed.map((row) => row['Expense Id'])).size).toBe(detailed.length);

        const sums = new Map<string, number[]>();
        for (const row of detailed) {
          const key = `${row['Employee Id']} ${row['Kind']}`;
          const own = [
            1,
            paise(row['Claim Amount']),
            paise(row['Approved By Manager']),
            paise(row['Approved By Finance']),
            paise(row['Paid Amount']),
          ];
          sums.set(
            key,
            (sums.get(key) ?? own.map(() => 0)).map((sum, n) => sum + (own[n] ?? 0)),
          );
        }
        const summarized = await lines(downloadSummarizedReport, asQuery(some, order));
        const told = summarized.map(
          (row) =>
            [
              `${row['Employee Id']} ${row['Kind']}`,
              [
                Number(row['Count']),
                ...['Claim Amount', 'Approved By Manager', 'Approved By Finance', 'Paid Amount'].map((title) =>
                  paise(row[title]),
                ),
              ],
            ] as const,
        );
        expect(new Map(told)).toEqual(sums);
        expect(told).toHaveLength(sums.size);
        expect(summarized.map((row) => row['Employee Id'])).toEqual(
          summarized.map((row) => row['Employee Id']).toSorted(),
        );
      }),
      { numRuns: 15 },
    );
  });

  it.each([...KINDS.map(({ download }) => download), downloadDetailedReport, downloadSummarizedReport])(
    '$name says the same as a workbook',
    async (endpoint) => {
      const [head = [], ...rows] = csvRows(await file(endpoint, {}));
      const sheets = await sheetsOf(await file(endpoint, {}, 'xlsx'));
      expect(sheets).toHaveLength(1);
      expect(sheets[0]?.rows).toHaveLength(rows.length + 1);
      expect(sheets[0]?.rows[0]).toEqual(head);
      for (const title of head.filter((each) => /Amount|Approved By|Count|Limit/.test(each))) {
        const at = head.indexOf(title);
        expect([title, sheets[0]?.rows.slice(1).map((row) => row[at] ?? null)]).toEqual([
          title,
          rows.map((row) => (row[at] === '' ? null : Number(row[at]))),
        ]);
      }
      const ids = head.findIndex((title) => /^(?:Expense|Trip|Employee) Id$/.test(title));
      expect(sheets[0]?.rows.slice(1).map((row) => row[ids] ?? '')).toEqual(rows.map((row) => row[ids]));
    },
  );
});
