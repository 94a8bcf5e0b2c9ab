import { sql, type Kysely } from 'kysely';
import type { Day } from '#domain/dates.ts';
import { afterFinanceDecision } from '#domain/approval.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { all, type Condition, type DayRange, type MomentRange } from '#server/platform/database/conditions.ts';

/** Claims that may go to the accounts. */

/** A claim as it goes to the accounts. */
export interface BookedClaim {
  id: string;
  kind: number;
  type: string;
  expense_date: Day;
  remarks: string | null;
  finance_status: string;
  finance_amount: number | null;
  finance_decided_at: number | null;
  withdrawn_at: number | null;
  tally_batch_id: string | null;
  owner_id: string;
  manager_decided_by: string | null;
  finance_decided_by: string | null;
  owner_name: string;
  owner_email: string;
  owner_code: string;
  cost_centre: string;
}

export const bookedColumns = sql`c.id, c.kind, c.type, c.expense_date, c.remarks, c.finance_status, c.finance_amount,
  c.finance_decided_at, c.withdrawn_at, c.tally_batch_id,
  c.owner_id, c.manager_decided_by, c.finance_decided_by, p.name as owner_name, p.email as owner_email,
  p.employee_code as owner_code, p.cost_centre`;

/** Claims by id, locked in the order of their ids. */
export async function claimsToBook(tx: Kysely<Tables>, ids: readonly string[]): Promise<BookedClaim[]> {
  if (ids.length === 0) return [];
  await lockRows(tx, 'claims', ids);
  return (
    await sql<BookedClaim>`select ${bookedColumns} from claims c join people p on p.id = c.owner_id
      where c.id = any(${ids}::text[]) order by c.id`.execute(tx)
  ).rows;
}

export interface CandidateSearch {
  kinds?: readonly number[] | undefined;
  names?: readonly string[] | undefined;
  emails?: readonly string[] | undefined;
  codes?: readonly string[] | undefined;
  days?: DayRange | undefined;
  decided?: MomentRange | undefined;
  byEmployeeCode: boolean;
  limit: number;
  offset: number;
}

const whole = (column: string, values: readonly string[] | undefined): Condition[] =>
  values ? [sql`lower(p.${sql.ref(column)}) = any(select lower(v) from unnest(${values}::text[]) as v)`] : [];
export const peopleConditions = ({
  names,
  emails,
  codes,
}: Pick<CandidateSearch, 'names' | 'emails' | 'codes'>): Condition[] => [
  ...whole('name', names),
  ...whole('email', emails),
  ...whole('employee_code', codes),
];

/** What the index of candidates holds; the status is inlined, or the planner would not use the index. */
export const CANDIDATE = sql`c.finance_status = ${sql.lit(afterFinanceDecision(true))} and c.tally_batch_id is null
  and c.withdrawn_at is null`;

function candidateConditions({
  kinds,
  days,
  decided,
  ...people
}: Omit<CandidateSearch, 'limit' | 'offset' | 'byEmployeeCode'>): Condition[] {
  const conditions = [CANDIDATE];
  if (kinds) conditions.push(sql`c.kind = any(${kinds}::int[])`);
  if (days?.from) conditions.push(sql`c.expense_date >= ${days.from}`);
  if (days?.to) conditions.push(sql`c.expense_date <= ${days.to}`);
  if (decided && decided.from !== null) conditions.push(sql`c.finance_decided_at >= ${decided.from}`);
  if (decided && decided.to !== null) conditions.push(sql`c.finance_decided_at <= ${decided.to}`);
  const owners = peopleConditions(people);
  if (owners.length > 0) conditions.push(sql`c.owner_id in (select p.id from people p where ${all(owners)})`);
  return conditions;
}

/** One page of what finance approved and no batch has, the last approved first, and how many there are. */
export async function searchCandidates(
  db: Kysely<Tables>,
  search: CandidateSearch,
): Promise<{ rows: BookedClaim[]; total: number }> {
  const where = all(candidateConditions(search));
  const order = search.byEmployeeCode
    ? sql`p.employee_code, c.finance_decided_at desc, c.id desc`
    : sql`c.finance_decided_at desc, c.id desc`;
  const { rows } = await sql<BookedClaim & { total: number; id: string | null }>`
    with totals as (select count(*) as total from claims c where ${where}),
    page as (select ${bookedColumns} from claims c join people p on p.id = c.owner_id where ${where} order by ${order}
      limit ${search.limit} offset ${search.offset})
    select * from totals left join page c on true
    order by ${search.byEmployeeCode ? sql`c.owner_code, ` : sql``} c.finance_decided_at desc, c.id desc`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) };
}

/** The ids of all that these filters select, the first approved first. */
export async function candidateIds(
  db: Kysely<Tables>,
  search: Omit<CandidateSearch, 'limit' | 'offset' | 'byEmployeeCode'>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from claims c where ${all(candidateConditions(search))} order by c.finance_decided_at, c.id
    limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}
