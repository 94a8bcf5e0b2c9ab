import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPES, type PrimaryExpenseType } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import { storedStatuses } from '#domain/status.ts';
import { isFood } from '#domain/travelExpense.ts';
import { wholeColumn } from '#server/modules/claims/index.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** What finance's pictures are drawn from. Amounts in paise. */

const lit = (status: string | undefined): RawBuilder<unknown> => sql.lit(status ?? '');
const REJECTED = { manager: storedStatuses('manager', ['2']), finance: storedStatuses('finance', ['2']) };
const FOOD = TRAVEL_EXPENSE_TYPES.filter(isFood);
/** Written out: the indexes of finance's lists are of these rows alone. */
const APPROVED = sql`c.manager_status = ${lit(storedStatuses('manager', ['0'])[0])} and c.withdrawn_at is null`;
const WAITING = sql`${APPROVED} and c.finance_status = ${lit(storedStatuses('finance', ['1'])[0])}`;
const SETTLED = sql`${APPROVED} and c.finance_status = ${lit(storedStatuses('finance', ['0'])[0])}`;
const KINDS = sql`c.kind = any(${sql.lit(`{${Object.values(PRIMARY_EXPENSE_TYPE).join(',')}}`)}::smallint[])`;

interface AgeRow {
  /** 0 the oldest, up to the number of `starts`. */
  age: number;
  claims: number;
  paise: number;
}
/** What waits for finance, by when the manager approved it: `starts` part the ages, oldest first. */
export async function waitingByAge(db: Kysely<Tables>, starts: readonly number[]): Promise<AgeRow[]> {
  const amount = sql`case ${sql.join(
    Object.values(PRIMARY_EXPENSE_TYPE).map(
      (kind) => sql`when c.kind = ${sql.lit(kind)} then c.${sql.ref(wholeColumn(kind))}`,
    ),
    sql` `,
  )} end`;
  return (
    await sql<AgeRow>`
    select width_bucket(c.manager_decided_at, ${[...starts]}::bigint[]) as age, count(*) as claims,
      sum(${amount})::bigint as paise
    from claims c where ${KINDS} and ${WAITING} and c.manager_decided_at is not null group by 1`.execute(db)
  ).rows;
}

interface ApprovedRow {
  /** 1 for the first month. */
  month: number;
  kind: PrimaryExpenseType;
  type: string;
  claims: number;
  paise: number;
}
const settledFrom = (starts: readonly number[]): RawBuilder<unknown> =>
  sql`${KINDS} and ${SETTLED} and c.finance_decided_at >= ${starts[0] ?? 0}`;

/** What finance approved since the first of these moments, by the month that it was approved in and by type. */
export async function approvedByMonth(db: Kysely<Tables>, starts: readonly number[]): Promise<ApprovedRow[]> {
  return (
    await sql<ApprovedRow>`
    select width_bucket(c.finance_decided_at, ${[...starts]}::bigint[]) as month, c.kind::int as kind, c.type,
      count(*) as claims, sum(c.finance_amount)::bigint as paise
    from claims c where ${settledFrom(starts)} group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  ).rows;
}

interface CentreRow {
  costCentre: string;
  claims: number;
  paise: number;
}
/** The same by the cost centre of who claimed, largest first. */
export async function approvedByCentre(db: Kysely<Tables>, starts: readonly number[]): Promise<CentreRow[]> {
  return (
    await sql<CentreRow>`
    select p.cost_centre as "costCentre", sum(s.claims)::bigint as claims, sum(s.paise)::bigint as paise
    from (select c.owner_id, count(*) as claims, sum(c.finance_amount) as paise from claims c
      where ${settledFrom(starts)} group by c.owner_id) s join people p on p.id = s.owner_id
    group by p.cost_centre order by 3 desc, 1`.execute(db)
  ).rows;
}

/** From how many paise on a day's food is near its limit, of the days since `from`; null: those have none. */
export interface NearLimit {
  from: Day;
  near: number | null;
}

interface MealRow {
  employeeName: string;
  employeeCode: string;
  day: Day;
  claims: number;
  paise: number;
  waiting: number;
  /** All such days. */
  days: number;
}
/**
 * Days of food from `near` on, over all trips, rejected and withdrawn claims aside, of which something waits for
 * finance; the fullest first.
 */
export async function mealsNearLimit(
  db: Kysely<Tables>,
  limits: readonly NearLimit[],
  most: number,
): Promise<MealRow[]> {
  // The latest first: the first that had begun counts.
  const whens = limits
    .toReversed()
    .map(({ from, near }) => sql`when w.expense_date >= ${from} then f.paise >= ${near}::bigint`);
  const food = sql`c.kind = ${sql.lit(PRIMARY_EXPENSE_TYPE.travel)} and c.type = any(${FOOD}::text[])`;
  return (
    await sql<MealRow>`
    with waiting as (select distinct c.owner_id, c.expense_date from claims c where ${food} and ${WAITING})
    select p.name as "employeeName", p.employee_code as "employeeCode", w.expense_date as day, f.claims, f.paise,
      f.waiting, count(*) over () as days
    from waiting w cross join lateral (
      select count(*) as claims, sum(c.claim_amount)::bigint as paise, count(*) filter (where ${WAITING}) as waiting
      from claims c
      where ${food} and c.owner_id = w.owner_id and c.expense_date = w.expense_date and c.withdrawn_at is null
        and c.manager_status <> all(${REJECTED.manager}::text[])
        and c.finance_status <> all(${REJECTED.finance}::text[])
    ) f join people p on p.id = w.owner_id
    where case ${sql.join(whens, sql` `)} end
    order by f.paise desc, w.expense_date desc, p.employee_code limit ${most}`.execute(db)
  ).rows;
}

interface SpendRow {
  month: Day;
  kind: PrimaryExpenseType;
  type: string;
  claims: number;
  paise: number;
}

const [APPROVAL] = storedStatuses('manager', ['0']);
const FINANCE = { approved: storedStatuses('finance', ['0'])[0], rejected: storedStatuses('finance', ['2'])[0] };

/**
 * What a manager approved and finance did not refuse, by month and type, of expenses from `from` up to before `to`: one
 * walk of one index.
 */
export const spendStatement = (managerId: string, from: Day, to: Day): RawBuilder<SpendRow> => sql<SpendRow>`
  select left(expense_date, 7) || '-01' as month, kind::int as kind, type, count(*) as claims,
    sum(case when finance_status = ${FINANCE.approved} then finance_amount else manager_amount end)::bigint as paise
  from claims
  where manager_id = ${managerId} and manager_status = ${APPROVAL} and expense_date >= ${from} and expense_date < ${to}
    and finance_status <> ${FINANCE.rejected} and withdrawn_at is null
  group by 1, 2, 3 order by 1, 2, 3`;

export const teamSpend = async (db: Kysely<Tables>, managerId: string, from: Day, to: Day): Promise<SpendRow[]> =>
  (await spendStatement(managerId, from, to).execute(db)).rows;
