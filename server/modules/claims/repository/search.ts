import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Summary } from '#contract/paging.ts';
import { toRupees } from '#domain/money.ts';
import { daysBetween } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import {
  anyStatus,
  dateConditions,
  FINANCE,
  keptConditions,
  NEWEST,
  ownerConditions,
  type ClaimSearch,
} from './conditions.ts';
import { totalsOf, type Totals } from './totals.ts';
import { columnsOf, wideJoins, type ClaimRow } from './claims.ts';
import { duplicatesOf, type DuplicateRow } from './sameBills.ts';
import { all, type Condition, type MomentRange } from '#server/platform/database/conditions.ts';

export type FoundClaim = ClaimRow & { duplicates?: DuplicateRow[] | null };

export interface FoundClaims {
  rows: FoundClaim[];
  total: number;
  summary: Summary;
}

/** A condition for each status that is asked for; together they are all of them. */
const each = (column: string, statuses: readonly string[] | undefined): Condition[] =>
  statuses?.map((status) => sql`c.${sql.ref(column)} = ${status}`) ?? [sql`true`];

const SHORT_DAYS = 31;
const lasts = (range: MomentRange | undefined): number =>
  range && range.from !== null && range.to !== null ? (range.to - range.from) / 86_400_000 : Infinity;
const covers = ({ days }: ClaimSearch): number =>
  days && days.from !== null && days.to !== null ? daysBetween(days.from, days.to) : Infinity;
/**
 * Is the time so short that its claims are few, and, if it is long ago, far from the newest, where a walk would begin?
 */
const isShort = (search: ClaimSearch): boolean =>
  Math.min(lasts(search.managerDecided), lasts(search.financeDecided), covers(search)) <= SHORT_DAYS;

/**
 * The claims of the page, never by sorting all there are. Where several statuses are asked for, each is walked newest
 * first by its own index and the walks are merged; where owners are named, each owner's claims are walked.
 */
function pageOf(search: ClaimSearch): Condition {
  const conditions = [
    ...(search.withdrawnToo ? [] : [sql`c.withdrawn_at is null`]),
    ...keptConditions(search),
    ...dateConditions(search),
  ];
  const owners = ownerConditions(search);
  // The number is inlined: the planner then knows that few rows are wanted.
  const limit =
    search.offset > 0
      ? sql`limit ${sql.lit(search.limit)} offset ${search.offset}`
      : sql`limit ${sql.lit(search.limit)}`;
  const enough = sql`limit ${search.limit + search.offset}::bigint`;
  if (search.byEmployeeCode) {
    return sql`select c.* from claims c join people p on p.id = c.owner_id
      where ${all([...conditions, ...anyStatus(search), ...owners])}
      order by p.employee_code, c.created_at desc, c.id desc ${limit}`;
  }
  if (owners.length > 0) {
    const walk = sql`select c.* from claims c where c.owner_id = p.id and ${all([...conditions, ...anyStatus(search)])}
      order by ${NEWEST} ${enough}`;
    return sql`select c.* from people p cross join lateral (${walk}) c where ${all(owners)}
      order by ${NEWEST} ${limit}`;
  }
  if (search.scope.of === 'approved' && isShort(search)) {
    // The offset keeps the two apart: what was decided or spent then is found by its own index, and only that is
    // sorted.
    return sql`select c.* from (select c.* from claims c where ${all([...conditions, ...anyStatus(search)])} offset 0) c
      order by ${NEWEST} ${limit}`;
  }
  // Finance's index knows no order but within a status.
  const finances = search.financeStatuses ?? (search.scope.of === 'approved' ? FINANCE.any : undefined);
  const walks = each('manager_status', search.managerStatuses).flatMap((manager) =>
    each('finance_status', finances).map(
      (finance) => sql`select c.* from claims c where ${all([...conditions, manager, finance])} order by ${NEWEST}`,
    ),
  );
  const [only] = walks;
  if (!only) return sql`select c.* from claims c where false`;
  if (walks.length === 1) return sql`${only} ${limit}`;
  return sql`select c.* from (${sql.join(
    walks.map((walk) => sql`(${walk} ${enough})`),
    sql` union all `,
  )}) c order by ${NEWEST} ${limit}`;
}

type FoundRow = Totals & FoundClaim & { id: string | null };

/**
 * One page, the number of all, and the summary, in one statement. Newest first and total, so that pages never overlap.
 */
export function searchStatement(search: ClaimSearch): RawBuilder<FoundRow> {
  const order = search.byEmployeeCode ? sql`c.owner_code, ${NEWEST}` : NEWEST;
  return sql<FoundRow>`
    with totals as (${totalsOf(search)}), page as (${pageOf(search)}),
    wide as (select ${columnsOf(search.kind)}
      ${search.withDuplicates ? sql`, ${duplicatesOf(sql`c.id`)} as duplicates` : sql``} from page c ${wideJoins})
    select totals.*, c.* from totals left join wide c on true order by ${order}`;
}

/** Runs a search. No claim of the page is left out and none is counted that is not found, as of one moment. */
export async function searchClaims(db: Kysely<Tables>, search: ClaimSearch): Promise<FoundClaims> {
  const result = await searchStatement(search).execute(db);
  const first = result.rows[0];
  const rows = result.rows.filter((row) => row.id !== null);
  return {
    rows,
    total: first?.total ?? 0,
    summary: {
      ACCEPTED_COUNT: first?.accepted_count ?? 0,
      ACCEPTED_AMOUNT: toRupees(first?.accepted_amount ?? 0),
      PENDING_COUNT: first?.pending_count ?? 0,
      PENDING_AMOUNT: toRupees(first?.pending_amount ?? 0),
    },
  };
}
