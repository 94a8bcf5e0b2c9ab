import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import type { Summary } from '#contract/paging.ts';
import { toRupees } from '#domain/money.ts';
import { daysBetween, type Day } from '#domain/dates.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/database/tables.ts';
import { columnsOf, wholeColumn, wideJoins, type ClaimRow } from './claims.ts';

type Condition = RawBuilder<unknown>;

/** Whose claims: conditions that come from the session and stand beside whatever filters came in. */
export type Scope =
  | { of: 'owner'; ownerId: string; approvedOnly: boolean }
  | { of: 'manager'; managerId: string }
  | { of: 'approved' };

export interface DayRange {
  from: Day | null;
  to: Day | null;
}
export interface MomentRange {
  from: number | null;
  to: number | null;
}

/** A search in the database's terms. Every condition given must hold. */
export interface ClaimSearch {
  kind: number;
  scope: Scope;
  managerStatuses?: readonly string[] | undefined;
  financeStatuses?: readonly string[] | undefined;
  types?: readonly string[] | undefined;
  /** Whole values, any case, of the owner. */
  names?: readonly string[] | undefined;
  emails?: readonly (readonly string[])[] | undefined;
  codes?: readonly string[] | undefined;
  days?: DayRange | undefined;
  managerDecided?: MomentRange | undefined;
  financeDecided?: MomentRange | undefined;
  byEmployeeCode: boolean;
  withDuplicates: boolean;
  /** What its owner withdrew stands on their own list, and on nobody else’s (LOC-25). */
  withdrawnToo?: boolean | undefined;
  limit: number;
  offset: number;
}

/** Another claim with the same bill, with what decides how much of it may be told. */
export interface DuplicateFacts {
  id: string;
  owner_id: string;
  manager_id: string | null;
  manager_status: string;
  name: string;
  day: Day;
}

export type FoundClaim = ClaimRow & { duplicates?: DuplicateFacts[] | null };

export interface FoundClaims {
  rows: FoundClaim[];
  total: number;
  summary: Summary;
}

/** Stands in the text of statements: the indexes of finance's lists hold these claims alone. */
export const [APPROVED = ''] = storedStatuses('manager', ['0']);
const FINANCE = {
  approved: storedStatuses('finance', ['0']),
  pending: storedStatuses('finance', ['1']),
  any: storedStatuses('finance', ['0', '1', '2']),
};

/** One value is compared plainly: an index then still gives its order. */
export const oneOf = (column: Condition, values: readonly string[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;
export const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

function scopeConditions(scope: Scope): Condition[] {
  if (scope.of === 'manager') return [sql`c.manager_id = ${scope.managerId}`];
  const approved = sql`c.manager_status = ${sql.lit(APPROVED)}`;
  if (scope.of === 'approved') return [approved];
  const own = sql`c.owner_id = ${scope.ownerId}`;
  return scope.approvedOnly ? [own, approved] : [own];
}

/** Conditions on the owner, for people by the name `p`: whole values, whatever the case. */
export function ownerConditions(search: Pick<ClaimSearch, 'names' | 'emails' | 'codes'>): Condition[] {
  const wanted = [
    ['name', search.names],
    ...(search.emails ?? []).map((emails) => ['email', emails] as const),
    ['employee_code', search.codes],
  ] as const;
  return wanted.flatMap(([column, values]) =>
    values ? [sql`lower(p.${sql.ref(column)}) = any(select lower(v) from unnest(${values}::text[]) as v)`] : [],
  );
}

function rangeConditions(
  column: Condition,
  range: { from: string | number | null; to: string | number | null } | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  if (range?.from !== null && range?.from !== undefined) conditions.push(sql`${column} >= ${range.from}`);
  if (range?.to !== null && range?.to !== undefined) conditions.push(sql`${column} <= ${range.to}`);
  return conditions;
}

/**
 * What the totals know as well as the claims do. The statuses stand apart: the page walks them one by one, and the
 * summary looks past finance's (wire.md, 'Lists').
 */
export function keptConditions(search: ClaimSearch): Condition[] {
  const conditions = [sql`c.kind = ${search.kind}`, ...scopeConditions(search.scope)];
  if (search.types) conditions.push(oneOf(sql`c.type`, search.types));
  return conditions;
}

/** What only the claims themselves know. */
export const dateConditions = (
  search: Pick<ClaimSearch, 'days' | 'managerDecided' | 'financeDecided'>,
): Condition[] => [
  ...rangeConditions(sql`c.expense_date`, search.days),
  ...rangeConditions(sql`c.manager_decided_at`, search.managerDecided),
  ...rangeConditions(sql`c.finance_decided_at`, search.financeDecided),
];

/**
 * Of each bill, and of a claim's bills together, no more are read than tell that there are more than are counted (S3).
 */
const ENOUGH = sql.lit(MAX_COUNTED_INSIDE + 1);

/**
 * Other claims with a bill of this one, as DuplicateFacts: at most one more than are counted, however many there are.
 */
export const duplicatesOf = (id: Condition): Condition => sql`(
  select json_agg(jsonb_build_object('id', dc.id, 'owner_id', dc.owner_id, 'manager_id', dc.manager_id, 'manager_status', dc.manager_status, 'name', dp.name, 'day', dc.expense_date) order by dc.id)
  from (select distinct n.claim_id from claim_bills b cross join lateral (
      select d.claim_id from claim_bills d join claims dw on dw.id = d.claim_id and dw.withdrawn_at is null
      where d.file_hash = b.file_hash and d.claim_id <> b.claim_id limit ${ENOUGH}
    ) n where b.claim_id = ${id} limit ${ENOUGH}) s
  join claims dc on dc.id = s.claim_id join people dp on dp.id = dc.owner_id
)`;

interface Totals {
  total: number;
  pending_count: number;
  pending_amount: number;
  accepted_count: number;
  accepted_amount: number;
}

/**
 * What was approved after the end of finance's window, when nothing but that end is asked for: the claims that the kept
 * totals count too many.
 */
function lateOf({ scope, days, managerDecided, financeDecided }: ClaimSearch): Condition | null {
  if (
    scope.of !== 'approved' ||
    days ||
    financeDecided ||
    !managerDecided ||
    managerDecided.from !== null ||
    managerDecided.to === null
  )
    return null;
  return sql`c.manager_decided_at > ${managerDecided.to}`;
}

/**
 * Counts and sums: from the kept totals, less what was approved too late, or, where other dates matter, from the
 * claims.
 */
function totalsOf(search: ClaimSearch): Condition {
  const dates = dateConditions(search);
  const late = lateOf(search);
  const kept = sumsOf(search, dates.length > 0 && !late ? dates : null);
  if (!late) return kept;
  const less = sql.join(
    (['total', 'pending_count', 'pending_amount', 'accepted_count', 'accepted_amount'] as const).map(
      (name) => sql`k.${sql.ref(name)} - l.${sql.ref(name)} as ${sql.ref(name)}`,
    ),
  );
  return sql`select ${less} from (${kept}) k, (${sumsOf(search, [late])}) l`;
}

/** Of the claims with these dates; null: of all, from the kept totals. */
function sumsOf(search: ClaimSearch, dates: readonly Condition[] | null): Condition {
  const conditions = keptConditions(search);
  const owners = ownerConditions(search);
  if (owners.length > 0) conditions.push(sql`c.owner_id in (select p.id from people p where ${all(owners)})`);
  if (search.managerStatuses) conditions.push(oneOf(sql`c.manager_status`, search.managerStatuses));
  const [relation, number] =
    dates === null ? [sql`claim_totals c`, sql`coalesce(sum(c.claims)`] : [sql`claims c`, sql`coalesce(count(*)`];
  if (dates !== null) conditions.push(...(search.withdrawnToo ? [] : [sql`c.withdrawn_at is null`]), ...dates);
  // The kept totals know nothing of what was withdrawn: of one person that is little, and is counted.
  const gone =
    search.withdrawnToo && dates === null
      ? sql` + (select count(*) from claims c where ${all([sql`c.withdrawn_at is not null`, ...keptConditions(search), ...anyStatus(search)])})`
      : sql``;
  // Finance decides conveyance by what was claimed (wire.md, 'Summary').
  const amount = wholeColumn(search.kind);
  const accepted = oneOf(sql`c.finance_status`, FINANCE.approved);
  const waiting = oneOf(sql`c.finance_status`, FINANCE.pending);
  const pending =
    search.scope.of === 'approved' ? waiting : sql`${waiting} and ${oneOf(sql`c.manager_status`, [APPROVED])}`;
  const wanted = search.financeStatuses ? oneOf(sql`c.finance_status`, search.financeStatuses) : sql`true`;
  const sum = (what: Condition, where: Condition): Condition => sql`${what} filter (where ${where}), 0)::bigint`;
  return sql`select ${sum(number, wanted)}${gone} as total,
      ${sum(number, pending)} as pending_count, ${sum(sql`coalesce(sum(c.${sql.ref(amount)})`, pending)} as pending_amount,
      ${sum(number, accepted)} as accepted_count, ${sum(sql`coalesce(sum(c.finance_amount)`, accepted)} as accepted_amount
    from ${relation} where ${all(conditions)}`;
}

export const NEWEST = sql`c.created_at desc, c.id desc`;

/** A condition for each status that is asked for; together they are all of them. */
const each = (column: string, statuses: readonly string[] | undefined): Condition[] =>
  statuses?.map((status) => sql`c.${sql.ref(column)} = ${status}`) ?? [sql`true`];

/** The same as conditions that stand together. */
const anyStatus = (search: ClaimSearch): Condition[] =>
  (
    [
      ['manager_status', search.managerStatuses],
      ['finance_status', search.financeStatuses],
    ] as const
  ).flatMap(([column, statuses]) => (statuses ? [oneOf(sql`c.${sql.ref(column)}`, statuses)] : []));

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
  // The number stands in the text: the planner then knows that few rows are wanted.
  const limit =
    search.offset > 0
      ? sql`limit ${sql.lit(search.limit)} offset ${search.offset}`
      : sql`limit ${sql.lit(search.limit)}`;
  const enough = sql`limit ${search.limit + search.offset}::bigint`;
  if (search.byEmployeeCode) {
    return sql`select c.* from claims c join people p on p.id = c.owner_id where ${all([...conditions, ...anyStatus(search), ...owners])} order by p.employee_code, c.created_at desc, c.id desc ${limit}`;
  }
  if (owners.length > 0) {
    const walk = sql`select c.* from claims c where c.owner_id = p.id and ${all([...conditions, ...anyStatus(search)])} order by ${NEWEST} ${enough}`;
    return sql`select c.* from people p cross join lateral (${walk}) c where ${all(owners)} order by ${NEWEST} ${limit}`;
  }
  if (search.scope.of === 'approved' && isShort(search)) {
    // The offset keeps the two apart: what was decided or spent then is found by its own index, and only that is
    // sorted.
    return sql`select c.* from (select c.* from claims c where ${all([...conditions, ...anyStatus(search)])} offset 0) c order by ${NEWEST} ${limit}`;
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
    wide as (select ${columnsOf(search.kind)} ${search.withDuplicates ? sql`, ${duplicatesOf(sql`c.id`)} as duplicates` : sql``} from page c ${wideJoins})
    select totals.*, c.* from totals left join wide c on true order by ${order}`;
}

/** Carries out a search. No claim of the page is left out and none is counted that is not found, as of one moment. */
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
