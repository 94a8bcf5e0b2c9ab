import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { all, oneOf } from '#server/platform/database/conditions.ts';
import { APPROVED, dateConditions, ownerConditions, type ClaimSearch } from '#server/modules/claims/index.ts';

/**
 * Which claims a report is about. Always claims that a manager approved and nobody withdrew: those of finance's lists.
 */
export interface ReportSearch extends Pick<
  ClaimSearch,
  'types' | 'names' | 'emails' | 'codes' | 'days' | 'managerDecided' | 'financeDecided'
> {
  kinds: readonly PrimaryExpenseType[];
  financeStatuses: readonly string[];
}

type Condition = RawBuilder<unknown>;

/** What the indexes of finance's lists know. */
export const found = (kinds: Condition, finance: Condition): Condition =>
  sql`c.withdrawn_at is null and ${kinds} and c.manager_status = ${sql.lit(APPROVED)} and ${finance}`;
export const ofKinds = (search: ReportSearch, relation: Condition): Condition =>
  sql`${relation}.kind = any(${search.kinds}::smallint[])`;
export const inStatuses = (search: ReportSearch, relation: Condition): Condition =>
  sql`${relation}.finance_status = any(${search.financeStatuses}::text[])`;

/** What is looked at claim by claim. */
export function fits(search: ReportSearch): Condition {
  const conditions = [...(search.types ? [oneOf(sql`c.type`, search.types)] : []), ...dateConditions(search)];
  return conditions.length > 0 ? all(conditions) : sql`true`;
}

export const ownersNamed = (search: ReportSearch): Condition[] => ownerConditions(search);

/**
 * People by their employee codes, in groups that have about `most` such claims together, or one person who has more.
 */
export async function ownerGroups(
  db: Kysely<Tables>,
  search: ReportSearch,
  most: number,
): Promise<{ ids: string[]; claims: number }[]> {
  const approved = sql`t.manager_status = ${APPROVED}`;
  const conditions = [ofKinds(search, sql`t`), approved, inStatuses(search, sql`t`), ...ownersNamed(search)];
  const result = await sql<{ id: string; claims: number }>`
    select p.id, sum(t.claims)::bigint as claims from claim_totals t join people p on p.id = t.owner_id
    where ${all(conditions)}
    group by p.id, p.employee_code having sum(t.claims) > 0 order by p.employee_code`.execute(db);
  const groups: { ids: string[]; claims: number }[] = [];
  for (const { id, claims } of result.rows) {
    const group = groups.at(-1);
    if (group && group.claims + claims <= most) {
      group.ids.push(id);
      group.claims += claims;
    } else groups.push({ ids: [id], claims });
  }
  return groups;
}
