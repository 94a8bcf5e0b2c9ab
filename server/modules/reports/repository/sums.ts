import { sql, type Kysely } from 'kysely';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { fits, found, inStatuses, ofKinds, ownerGroups, type ReportSearch } from './search.ts';
import { all } from '#server/platform/database/conditions.ts';

/** What one person's claims of one kind come to, in paise. */
export interface SumRow {
  owner_name: string;
  owner_code: string;
  owner_email: string;
  cost_centre: string;
  kind: PrimaryExpenseType;
  claims: number;
  claimed: number;
  manager_approved: number;
  finance_approved: number;
  paid: number;
}

/** Claims that are summed in one statement. */
const AT_ONCE = 4_000;

/**
 * One row an employee and kind of which there is anything, by employee code; some people at a time, like `reportRows`.
 */
export async function* reportSums(db: Kysely<Tables>, search: ReportSearch): AsyncGenerator<SumRow[]> {
  for (const { ids } of await ownerGroups(db, search, AT_ONCE)) {
    const conditions = [
      sql`c.owner_id = any(${ids}::text[])`,
      found(ofKinds(search, sql`c`), inStatuses(search, sql`c`)),
      fits(search),
    ];
    const rows = (
      await sql<SumRow>`
      select p.name as owner_name, p.employee_code as owner_code, p.email as owner_email, p.cost_centre, s.*
      from (
        select c.owner_id, c.kind::int as kind, count(*) as claims, sum(c.claim_amount)::bigint as claimed,
          coalesce(sum(c.manager_amount), 0)::bigint as manager_approved,
          coalesce(sum(c.finance_amount), 0)::bigint as finance_approved,
          coalesce(sum(c.paid_amount), 0)::bigint as paid
        from claims c where ${all(conditions)} group by c.owner_id, c.kind
      ) s join people p on p.id = s.owner_id order by p.employee_code, s.kind`.execute(db)
    ).rows;
    if (rows.length > 0) yield rows;
  }
}
