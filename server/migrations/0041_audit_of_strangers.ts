import { sql, type Kysely } from 'kysely';

/** The audit log tells of refused sign-ins too, whose actor nobody knows (S16). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log alter column actor_id drop not null`.execute(db);
}
