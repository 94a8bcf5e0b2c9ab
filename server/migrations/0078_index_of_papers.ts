import { sql, type Kysely } from 'kysely';

/**
 * The index held an entry for each bill of which no paper is known, and these are nearly all: every new bill came into
 * it, and the planner took it for dear (DOC-23).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index claim_bills_paper`.execute(db);
  await sql`create index claim_bills_paper on claim_bills using gin (paper_keys)
    where paper_keys is not null and not withdrawn`.execute(db);
}
