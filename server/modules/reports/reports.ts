import { PRIMARY_EXPENSE_TYPE, STATUS_CODES, type PrimaryExpenseType } from '#contract/enums.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import type { ReportFormat } from '#contract/report.ts';
import { mayListAll } from '#domain/access.ts';
import { storedStatuses } from '#domain/status.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { CREDIT_COLUMNS, DETAILED_COLUMNS, LIST_COLUMNS, SUMMARIZED_COLUMNS } from './columns.ts';
import { parseFormat, reportOf, type Report } from '#server/platform/tables/download.ts';
import type { Table } from '#server/platform/tables/table.ts';
import { creditRows } from './repository/credits.ts';
import { reportRows } from './repository/rows.ts';
import type { ReportSearch } from './repository/search.ts';
import { reportSums } from './repository/sums.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { dayRange, momentRange, takeOnly } from '#server/platform/http/listing.ts';
import type { ClaimDefinition } from '#server/modules/claims/index.ts';
import { readGstins } from '#server/modules/gst/index.ts';

/** What finance's lists can be filtered by, and the reports of all kinds. */
const TAKEN: readonly FilterKey[] = [
  'EMAIL',
  'EMPLOYEE_NAME',
  'EMPLOYEE_EMAIL',
  'EMPLOYEE_CODE',
  'MANAGER_APPROVAL_STATUS',
  'FINANCE_APPROVAL_STATUS',
  'DATE_RANGE',
  'MANAGER_APPROVAL_DATE',
  'FINANCE_APPROVAL_DATE',
];
const ALL_KINDS: readonly PrimaryExpenseType[] = Object.values(PRIMARY_EXPENSE_TYPE);
const ALL_STATUSES = [STATUS_CODES.approved, STATUS_CODES.pending, STATUS_CODES.rejected].map(String);

/** Only claims that a manager approved are finance's to see: asking for others finds nothing, as on the list. */
function searchOf(
  context: Context,
  { filters }: ListQuery,
  kind: ClaimDefinition | null,
  statuses: readonly string[],
): ReportSearch {
  const seen = filters.MANAGER_APPROVAL_STATUS?.includes(String(STATUS_CODES.approved)) ?? true;
  return {
    kinds: !seen ? [] : kind ? [kind.number] : ALL_KINDS,
    financeStatuses: storedStatuses('finance', filters.FINANCE_APPROVAL_STATUS ?? statuses),
    types: kind ? filters[kind.typeFilter]?.map((code) => kind.types[Number(code)] ?? '') : undefined,
    names: filters.EMPLOYEE_NAME,
    emails: [filters.EMAIL, filters.EMPLOYEE_EMAIL].filter((values) => values !== undefined),
    codes: filters.EMPLOYEE_CODE,
    days: dayRange(context, filters.DATE_RANGE),
    managerDecided: momentRange(filters.MANAGER_APPROVAL_DATE),
    financeDecided: momentRange(filters.FINANCE_APPROVAL_DATE),
  };
}

/** Every export is on record before its first byte leaves (AUD-1): who, when, from where, of what. */
async function recordExport(
  { actor, now, origin, services }: Context,
  report: string,
  format: ReportFormat,
  query: ListQuery,
): Promise<void> {
  const { database } = services;
  const after = { report, format, filters: query.filters, ...(query.sort && { sort: query.sort }) };
  await appendAudit(
    database.db,
    {
      recordId: newId('EXR', now),
      recordKind: 'export',
      version: 1,
      at: now,
      actorId: actor.id,
      action: 'export',
      before: null,
      after,
      origin,
    },
    '',
  );
  await database.durable();
}

async function report<Row>(
  context: Context,
  fileName: string,
  format: ReportFormat,
  table: Omit<Table<Row>, 'timeZone' | 'batches'> & { batches: AsyncGenerator<readonly Row[]> },
): Promise<Report> {
  const name = `finance-report-${fileName}-${context.today}`;
  return reportOf(name, format, { ...table, timeZone: context.timeZone });
}

const SHEETS = {
  [PRIMARY_EXPENSE_TYPE.local]: { name: 'Local Expenses', file: 'local-expenses' },
  [PRIMARY_EXPENSE_TYPE.conveyance]: { name: 'Sales App Trip Expenses', file: 'conveyance' },
  [PRIMARY_EXPENSE_TYPE.travel]: { name: 'Travel Expenses', file: 'travel-expenses' },
} as const;

/** Checks who asks and for what, before anything is read. */
function asked(
  context: Context,
  query: ListQuery,
  format: string | undefined,
  taken: readonly FilterKey[],
): ReportFormat {
  assertAllowed(mayListAll(context.actor, 'claims'));
  takeOnly(query, new Set(taken));
  return parseFormat(format);
}

/**
 * The rows that these filters select on finance's list of a kind, all pages of them, with the screen's columns (REP-1,
 * rF5).
 */
export async function listReport(
  context: Context,
  kind: ClaimDefinition,
  query: ListQuery,
  wanted: string | undefined,
): Promise<Report> {
  const format = asked(context, query, wanted, [...TAKEN, kind.typeFilter]);
  const { name, file } = SHEETS[kind.number];
  const batches = reportRows(
    context.services.database.db,
    searchOf(context, query, kind, ALL_STATUSES),
    query.sort === 'EMPLOYEE_CODE',
  );
  await recordExport(context, file, format, query);
  return report(context, file, format, { name, columns: LIST_COLUMNS[kind.number], batches });
}

/** One row a claim, all kinds; what finance approved, unless another status is asked for (FIN-8, rF6). */
export async function detailedReport(context: Context, query: ListQuery, wanted: string | undefined): Promise<Report> {
  const format = asked(context, query, wanted, TAKEN);
  const batches = reportRows(
    context.services.database.db,
    searchOf(context, query, null, [String(STATUS_CODES.approved)]),
    query.sort === 'EMPLOYEE_CODE',
  );
  await recordExport(context, 'detailed', format, query);
  return report(context, 'detailed', format, { name: 'Detailed Report', columns: DETAILED_COLUMNS, batches });
}

/** One row per employee and kind, by employee code (FIN-8, rF6). */
export async function summarizedReport(
  context: Context,
  query: ListQuery,
  wanted: string | undefined,
): Promise<Report> {
  const format = asked(context, query, wanted, TAKEN);
  const batches = reportSums(
    context.services.database.db,
    searchOf(context, query, null, [String(STATUS_CODES.approved)]),
  );
  await recordExport(context, 'summarized', format, query);
  return report(context, 'summarized', format, { name: 'Summarized Report', columns: SUMMARIZED_COLUMNS, batches });
}

/**
 * The register of credits: one row a verified e-invoice to the organisation on finance's lists, whatever finance made
 * of its claim, unless a status is asked for (GST-10).
 */
export async function gstCredits(context: Context, query: ListQuery, wanted: string | undefined): Promise<Report> {
  const format = asked(context, query, wanted, TAKEN);
  const { db } = context.services.database;
  const { gstins } = await readGstins(db);
  const batches = creditRows(db, searchOf(context, query, null, ALL_STATUSES), gstins);
  await recordExport(context, 'gst-credits', format, query);
  return report(context, 'gst-credits', format, { name: 'GST Credits', columns: CREDIT_COLUMNS, batches });
}
