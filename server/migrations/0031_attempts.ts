import { sql, type Kysely } from 'kysely';

/**
 * What is under way and not yet known to have failed, beside what has: it takes room too, so that many at once are no
 * more than one after another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rate_limits add column pending bigint not null default 0`.execute(db);
}
