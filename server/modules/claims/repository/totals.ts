import { sql } from 'kysely';
import {
  anyStatus,
  APPROVED,
  dateConditions,
  FINANCE,
  keptConditions,
  ownerConditions,
  type ClaimSearch,
} from './conditions.ts';
import { wholeColumn } from './claims.ts';
import { all, oneOf, type Condition } from '#server/platform/database/conditions.ts';

/** How many claims a search finds, and what they come to. */

export interface Totals {
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
export function totalsOf(search: ClaimSearch): Condition {
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
  const ofAll = search.scope.of === 'approved' && owners.length === 0;
  const totals = ofAll ? sql`overall_claim_totals c` : sql`claim_totals c`;
  const [relation, number] =
    dates === null ? [totals, sql`coalesce(sum(c.claims)`] : [sql`claims c`, sql`coalesce(count(*)`];
  if (dates !== null) conditions.push(...(search.withdrawnToo ? [] : [sql`c.withdrawn_at is null`]), ...dates);
  // The kept totals know nothing of what was withdrawn: of one person that is little, and is counted.
  const gone =
    search.withdrawnToo && dates === null
      ? sql` + (select count(*) from claims c
        where ${all([sql`c.withdrawn_at is not null`, ...keptConditions(search), ...anyStatus(search)])})`
      : sql``;
  // Finance decides conveyance by what was claimed (LIST-12).
  const amount = wholeColumn(search.kind);
  const accepted = oneOf(sql`c.finance_status`, FINANCE.approved);
  const waiting = oneOf(sql`c.finance_status`, FINANCE.pending);
  const pending =
    search.scope.of === 'approved' ? waiting : sql`${waiting} and ${oneOf(sql`c.manager_status`, [APPROVED])}`;
  const wanted = search.financeStatuses ? oneOf(sql`c.finance_status`, search.financeStatuses) : sql`true`;
  const sum = (what: Condition, where: Condition): Condition => sql`${what} filter (where ${where}), 0)::bigint`;
  return sql`select ${sum(number, wanted)}${gone} as total,
      ${sum(number, pending)} as pending_count,
      ${sum(sql`coalesce(sum(c.${sql.ref(amount)})`, pending)} as pending_amount,
      ${sum(number, accepted)} as accepted_count,
      ${sum(sql`coalesce(sum(c.finance_amount)`, accepted)} as accepted_amount
    from ${relation} where ${all(conditions)}`;
}
