import { sql, type RawBuilder } from 'kysely';

/**
 * Of the claims or trips named `table`: those whose manager's stage this person decided, in whosever name (ACC-21).
 * They lie in the queues of the own reports and of those for whom one ever stood in, and are looked for there: whoever
 * never decided anything looks at none.
 */
export const decidedBy = (personId: string, table: string): RawBuilder<unknown> => sql`
  ${sql.ref(`${table}.manager_id`)} in (select ${personId} union all select d.manager_id from delegations d
    where d.stand_in_id = ${personId})
  and ${sql.ref(`${table}.manager_decided_by`)} = ${personId}`;
