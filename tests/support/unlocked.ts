import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/**
 * What only the owner of the database can do: the audit log's trigger is off while `work` runs, in one transaction, as
 * whoever tampers with it would have to.
 */
export const unlocked = <T>(db: Kysely<Tables>, work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    for (const table of ['audit_log', 'audit_seals'])
      await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(`${table}_kept`)}`.execute(tx);
    const result = await work(tx);
    for (const table of ['audit_log', 'audit_seals'])
      await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(`${table}_kept`)}`.execute(tx);
    return result;
  });
