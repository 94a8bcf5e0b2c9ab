import { sql } from 'kysely';
import { MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import type { Day } from '#domain/dates.ts';
import type { Condition } from '#server/platform/database/conditions.ts';

/** Another claim with the same bill, with what decides how much of it the viewer sees. */
export interface DuplicateRow {
  id: string;
  owner_id: string;
  manager_id: string | null;
  manager_status: string;
  name: string;
  day: Day;
}

/** Of each bill, and of a claim's bills together, at most one more than are counted is read (S3). */
const ENOUGH = sql.lit(MAX_COUNTED_INSIDE + 1);

/**
 * Other claims with a bill of this one, as DuplicateRow: at most one more than are counted, however many there are.
 */
export const duplicatesOf = (id: Condition): Condition => sql`(
  select json_agg(jsonb_build_object('id', dc.id, 'owner_id', dc.owner_id, 'manager_id', dc.manager_id,
    'manager_status', dc.manager_status, 'name', dp.name, 'day', dc.expense_date) order by dc.id)
  from (select distinct n.claim_id from claim_bills b cross join lateral (
      select d.claim_id from claim_bills d join claims dw on dw.id = d.claim_id and dw.withdrawn_at is null
      where d.file_hash = b.file_hash and d.claim_id <> b.claim_id limit ${ENOUGH}
    ) n where b.claim_id = ${id} limit ${ENOUGH}) s
  join claims dc on dc.id = s.claim_id join people dp on dp.id = dc.owner_id
)`;
