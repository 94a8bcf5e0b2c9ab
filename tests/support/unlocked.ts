import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

const TRIGGERS = [
  ['audit_log', 'audit_log_kept'],
  ['audit_log', 'audit_log_erased'],
  ['audit_seals', 'audit_seals_kept'],
  ['audit_heads', 'audit_heads_kept'],
  ['audit_erased', 'audit_erased_kept'],
] as const;

/**
 * What only the owner of the database can do: the audit log's triggers are off while `work` runs, in one transaction,
 * as whoever tampers with it would have to.
 */
export const unlocked = <T>(db: Kysely<Tables>, work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    for (const [table, trigger] of TRIGGERS)
      await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(trigger)}`.execute(tx);
    const result = await work(tx);
    for (const [table, trigger] of TRIGGERS)
      await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(trigger)}`.execute(tx);
    return result;
  });
