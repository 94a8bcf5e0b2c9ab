import { sql, type Kysely } from 'kysely';

/**
 * An owner's list counts what its owner withdrew (LOC-25). Those claims are few, and have an index of their own: to
 * find none, nothing is looked at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claims_withdrawn on claims (owner_id, kind) where withdrawn_at is not null`.execute(db);
}
