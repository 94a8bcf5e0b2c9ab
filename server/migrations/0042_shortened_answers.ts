import { sql, type Kysely } from 'kysely';

/**
 * Answers kept for a repeat may be shortened after a while: `shortened` is false of one that can be read from its
 * record again, true when only its receipt is left in `body`, and null of one that is kept whole. The index holds what
 * the daily job has to look at, and nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency add column shortened boolean`.execute(db);
  await sql`create index idempotency_to_shorten on idempotency (created_at) where shortened = false`.execute(db);
}
