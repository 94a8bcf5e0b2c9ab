import type { Endpoint } from '#contract/endpoint.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Summary } from '#contract/paging.ts';
import type { Filters, ListQuery, SortKey } from '#contract/query.ts';
import type { AnyRecord, PendingRecord } from '#contract/record.ts';
import {
  claimOrder,
  conveyanceOrder,
  matchesClaim,
  matchesConveyance,
  matchesTravelExpense,
  travelExpenseOrder,
} from '#domain/claimSearch.ts';
import { matchesPendingApproval, pendingApprovalOrder } from '#domain/pendingApproval.ts';
import { matchesRecord, recordOrder } from '#domain/recordSearch.ts';
import { tripMatches, tripOrder, type TripRow } from '#domain/tripSearch.ts';
import { storedRows } from './readCache.ts';
import { lastSession } from './sessionStore.ts';

/** Where an answer comes from: the server now, the server at `asOf`, or the single records on this device. */
export type AnswerSource = 'network' | 'stored' | 'device';
export interface ListAnswer<Row> {
  rows: Row[];
  total: number;
  summary?: Summary | undefined;
  /** When the server said so, epoch ms; for 'device' the oldest moment among the rows. */
  asOf: number;
  from: AnswerSource;
}

/** What a list's filters and its order mean, for each list that can be answered from the device. */
interface LocalSearch<Row> {
  matches(filters: Filters, row: Row, timeZone: string): boolean;
  order(sort?: SortKey): (a: Row, b: Row) => number;
}
const localExpenses: LocalSearch<LocalExpense> = {
  matches: (filters, row, timeZone) => matchesClaim(filters, row, { timeZone }),
  order: claimOrder,
};
const conveyance: LocalSearch<Conveyance> = {
  matches: (filters, row, timeZone) => matchesConveyance(filters, row, { timeZone }),
  order: conveyanceOrder,
};
const travelExpenses: LocalSearch<TravelExpense> = {
  matches: (filters, row, timeZone) => matchesTravelExpense(filters, row, { timeZone }),
  order: travelExpenseOrder,
};
const trips: LocalSearch<TripRow> = {
  matches: (filters, row, timeZone) => tripMatches(filters, row, { timeZone }),
  order: tripOrder,
};
const mine: LocalSearch<AnyRecord> = {
  matches: (filters, row, timeZone) => matchesRecord(filters, row, { timeZone }),
  order: recordOrder,
};
const waiting: LocalSearch<PendingRecord> = { matches: matchesPendingApproval, order: pendingApprovalOrder };
const SEARCHES: Readonly<Record<NonNullable<Endpoint['rows']>, LocalSearch<never>>> = {
  record: mine,
  pendingRecord: waiting,
  localExpense: localExpenses,
  conveyance,
  travelExpense: travelExpenses,
  tripWithClaims: trips,
  trip: trips,
};

/**
 * Answers a list from the single records on this device; null when it has none of that list at all ('From this device:
 * may be incomplete').
 */
export async function answerFromDevice<Row>(
  { name, rows }: Pick<Endpoint, 'name' | 'rows'>,
  list: Partial<ListQuery>,
): Promise<ListAnswer<Row> | null> {
  const search = rows && (SEARCHES[rows] as LocalSearch<Row>);
  const kept = search ? await storedRows<Row>(name) : [];
  if (!search || kept.length === 0) return null;
  const timeZone = lastSession()?.timeZone ?? 'Asia/Kolkata';
  return pageOfRows(kept, list, (row) => search.matches(list.filters ?? {}, row, timeZone), search.order(list.sort));
}

/** Filters, orders and cuts one page out of the rows of the device. */
export function pageOfRows<Row>(
  kept: readonly { row: Row; asOf: number }[],
  list: Partial<ListQuery>,
  matches: (row: Row) => boolean,
  order: (a: Row, b: Row) => number,
): ListAnswer<Row> {
  const found = kept.map(({ row }) => row).filter(matches);
  found.sort(order);
  const size = list.pageSize ?? PAGE_SIZE;
  const start = (list.pageNumber ?? 0) * size;
  return {
    rows: found.slice(start, start + size),
    total: found.length,
    asOf: Math.min(...kept.map(({ asOf }) => asOf)),
    from: 'device',
  };
}
