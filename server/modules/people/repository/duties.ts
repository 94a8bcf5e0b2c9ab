import { sql, type RawBuilder } from 'kysely';

/**
 * Of the claims or trips named `table`: those whose manager's stage this person decided, also on behalf of others
 * (ACC-21). They are in the queues of their own reports and of managers they stood in for, and only those are searched.
 */
export const decidedBy = (personId: string, table: string): RawBuilder<unknown> => sql`
  ${sql.ref(`${table}.manager_id`)} in (select ${personId} union all select d.manager_id from delegations d
    where d.stand_in_id = ${personId})
  and ${sql.ref(`${table}.manager_decided_by`)} = ${personId}`;
