import {
  PRIMARY_EXPENSE_TYPE,
  RECORD_KINDS,
  TALLY_STATUSES,
  type PrimaryExpenseType,
  type RecordKind,
} from '#contract/enums.ts';
import type { FilterKey, Filters, ListQuery } from '#contract/query.ts';
import type { HistoryRow } from '#contract/record.ts';
import type { LedgerMappingBody, TallyBatch, TallyCandidate, TallyStatus, TallyVoucher } from '#contract/tally.ts';
import { describeChange } from '#domain/history.ts';
import { toRupees } from '#domain/money.ts';
import { bookingOf, mayChangeTally, mayViewTally, narrationOf, tallyCan } from '#domain/tally.ts';
import { malformed, notFound } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { ledgerMappingNow } from './repository/ledgerMapping.ts';
import { batchById, searchBatches, type BatchRow } from './repository/batches.ts';
import { searchCandidates, type BookedClaim, type CandidateSearch } from './repository/candidates.ts';
import { searchVouchers, type VoucherRow } from './repository/vouchers.ts';
import { newestOf, type Newest } from '#server/platform/http/answerBytes.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayRange, momentRange, takeOnly } from '#server/platform/http/listing.ts';
import { batchAnswer } from './change.ts';
import { logOf } from '#server/platform/audit/repository/audit.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';

/** What finance's documents and tally admins look at (TALLY-4). */

const NUMBERS: Readonly<Record<Exclude<RecordKind, 'trip'>, PrimaryExpenseType>> = {
  localExpense: PRIMARY_EXPENSE_TYPE.local,
  travelExpense: PRIMARY_EXPENSE_TYPE.travel,
  conveyance: PRIMARY_EXPENSE_TYPE.conveyance,
};

/** The kinds of claims that the codes name; of trips there are none here. */
const kindsOf = ({ RECORD_KIND: codes }: Filters): number[] | undefined =>
  codes &&
  RECORD_KINDS.flatMap((kind, code) => (kind !== 'trip' && codes.includes(String(code)) ? [NUMBERS[kind]] : []));
const statusesOf = ({ TALLY_STATUS: codes }: Filters): TallyStatus[] | undefined =>
  codes && TALLY_STATUSES.filter((_, code) => codes.includes(String(code)));
const pageOf = ({ pageSize, pageNumber }: ListQuery) => ({ limit: pageSize, offset: pageSize * pageNumber });

function noSort(query: ListQuery): void {
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
}

const OF_BATCHES: ReadonlySet<FilterKey> = new Set<FilterKey>(['TALLY_STATUS', 'RECORD_KIND', 'DATE_RANGE']);

export async function listBatches(context: Context, query: ListQuery): Promise<unknown> {
  assertAllowed(mayViewTally(context.actor));
  takeOnly(query, OF_BATCHES);
  noSort(query);
  const { filters } = query;
  const found = await searchBatches(context.services.database.db, {
    statuses: statusesOf(filters),
    kinds: kindsOf(filters),
    days: dayRange(context, filters.DATE_RANGE),
    ...pageOf(query),
  });
  return {
    success: true,
    data: found.rows.map((row): TallyBatch => batchAnswer(context, row)),
    totalElements: found.total,
  };
}

const OF_CANDIDATES: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'RECORD_KIND',
  'EMPLOYEE_NAME',
  'EMPLOYEE_EMAIL',
  'EMPLOYEE_CODE',
  'DATE_RANGE',
  'FINANCE_APPROVAL_DATE',
]);

/** The candidates' filters in the database's terms. Throws MALFORMED for one that is not of this list. */
export function candidateSearch(
  context: Context,
  query: ListQuery,
): Omit<CandidateSearch, 'limit' | 'offset' | 'byEmployeeCode'> {
  takeOnly(query, OF_CANDIDATES);
  const { filters } = query;
  return {
    kinds: kindsOf(filters),
    names: filters.EMPLOYEE_NAME,
    emails: filters.EMPLOYEE_EMAIL,
    codes: filters.EMPLOYEE_CODE,
    days: dayRange(context, filters.DATE_RANGE),
    decided: momentRange(filters.FINANCE_APPROVAL_DATE),
  };
}

/** What a claim's voucher says, by the current mapping. */
export function bookedAs(
  mapping: LedgerMappingBody,
  claim: BookedClaim,
): { ledger: string; costCentre: string; creditLedger: string; narration: string } {
  const narration = narrationOf({
    id: claim.id,
    type: claim.type,
    day: claim.expense_date,
    ownerName: claim.owner_name,
    ownerCode: claim.owner_code,
    remarks: claim.remarks,
  });
  return { ...bookingOf(mapping, { kind: claim.kind, type: claim.type, costCentre: claim.cost_centre }), narration };
}

function candidateAnswer(context: Context, mapping: LedgerMappingBody, row: BookedClaim): TallyCandidate {
  const { ledger, costCentre, narration } = bookedAs(mapping, row);
  return {
    expenseId: row.id,
    kind: row.kind as PrimaryExpenseType,
    type: row.type,
    employeeName: row.owner_name,
    employeeCode: row.owner_code,
    employeeEmail: row.owner_email,
    expenseDate: dayMillis(row.expense_date, context.timeZone),
    amount: toRupees(row.finance_amount ?? 0),
    ledger,
    costCentre,
    narration,
    financeApprovalDate: row.finance_decided_at ?? 0,
  };
}

export async function listCandidates(context: Context, query: ListQuery): Promise<unknown> {
  assertAllowed(mayViewTally(context.actor));
  const { db } = context.services.database;
  const found = await searchCandidates(db, {
    ...candidateSearch(context, query),
    byEmployeeCode: query.sort === 'EMPLOYEE_CODE',
    ...pageOf(query),
  });
  const { mapping } = await ledgerMappingNow(db);
  return {
    success: true,
    data: found.rows.map((row) => candidateAnswer(context, mapping, row)),
    totalElements: found.total,
  };
}

/** The batch of that id, for anyone who may look at batches. */
async function seenBatch(context: Context, id: string): Promise<BatchRow> {
  assertAllowed(mayViewTally(context.actor));
  const row = await batchById(context.services.database.db, id, false);
  if (!row) throw notFound();
  return row;
}

export const readBatch = async (context: Context, id: string): Promise<TallyBatch> =>
  batchAnswer(context, await seenBatch(context, id));

function voucherAnswer(context: Context, row: VoucherRow, mayChange: boolean): TallyVoucher {
  return {
    expenseId: row.claim_id,
    kind: row.kind as PrimaryExpenseType,
    type: row.type,
    employeeName: row.owner_name,
    employeeCode: row.owner_code,
    employeeEmail: row.owner_email,
    expenseDate: dayMillis(row.expense_date, context.timeZone),
    amount: toRupees(row.amount),
    ledger: row.ledger,
    costCentre: row.cost_centre,
    narration: row.narration,
    voucherDate: dayMillis(row.day, context.timeZone),
    creditLedger: row.credit_ledger,
    status: row.status,
    reason: row.reason,
    mayRelease: mayChange && tallyCan.release(row.status).ok,
  };
}

const OF_VOUCHERS: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'TALLY_STATUS',
  'EMPLOYEE_NAME',
  'EMPLOYEE_EMAIL',
  'EMPLOYEE_CODE',
]);

export async function listVouchers(context: Context, id: string, query: ListQuery): Promise<unknown> {
  const batch = await seenBatch(context, id);
  takeOnly(query, OF_VOUCHERS);
  noSort(query);
  const { filters } = query;
  const found = await searchVouchers(context.services.database.db, {
    batchId: batch.id,
    statuses: statusesOf(filters),
    names: filters.EMPLOYEE_NAME,
    emails: filters.EMPLOYEE_EMAIL,
    codes: filters.EMPLOYEE_CODE,
    ...pageOf(query),
  });
  const mayChange = mayChangeTally(context.actor).ok;
  return {
    success: true,
    data: found.rows.map((row) => voucherAnswer(context, row, mayChange)),
    totalElements: found.total,
  };
}

export async function batchHistory(context: Context, id: string): Promise<Newest<HistoryRow>> {
  const batch = await seenBatch(context, id);
  const none = new Map<string, string>();
  const { rows, more } = await logOf(context.services.database.db, batch.id);
  return newestOf(
    rows.map((row) => describeChange(row, none)),
    more,
  );
}
