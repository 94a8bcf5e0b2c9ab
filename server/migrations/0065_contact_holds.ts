import { sql, type Kysely } from 'kysely';

/** A contact of campaigns can be held too (RET-2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table legal_holds drop constraint legal_holds_subject_kind_check`.execute(db);
  await sql`alter table legal_holds add constraint legal_holds_subject_kind_check
    check (subject_kind in ('person', 'record', 'contact'))`.execute(db);
}
