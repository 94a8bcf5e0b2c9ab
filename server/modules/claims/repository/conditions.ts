import { sql } from 'kysely';
import { storedStatuses } from '#domain/status.ts';
import { type Condition, type DayRange, type MomentRange, oneOf } from '#server/platform/database/conditions.ts';

/** A search of claims, and its conditions in SQL, for claims by the name `c`. */

/** Whose claims: conditions that come from the session and are added to the request's filters. */
export type Scope =
  | { of: 'owner'; ownerId: string; approvedOnly: boolean }
  | { of: 'manager'; managerId: string }
  | { of: 'approved' };

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
  /** Withdrawn claims are on their owner's list and on nobody else’s (LOC-25). */
  withdrawnToo?: boolean | undefined;
  limit: number;
  offset: number;
}

/** Inlined into statements: the partial indexes of finance's lists hold only these claims. */
export const [APPROVED = ''] = storedStatuses('manager', ['0']);
export const FINANCE = {
  approved: storedStatuses('finance', ['0']),
  pending: storedStatuses('finance', ['1']),
  any: storedStatuses('finance', ['0', '1', '2']),
};

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
 * What the totals know as well as the claims do. The statuses are separate: the page walks them one by one, and the
 * summary ignores finance's (LIST-12).
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

export const NEWEST = sql`c.created_at desc, c.id desc`;

/** The same conditions combined. */
export const anyStatus = (search: ClaimSearch): Condition[] =>
  (
    [
      ['manager_status', search.managerStatuses],
      ['finance_status', search.financeStatuses],
    ] as const
  ).flatMap(([column, statuses]) => (statuses ? [oneOf(sql`c.${sql.ref(column)}`, statuses)] : []));
