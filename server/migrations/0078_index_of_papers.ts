import { sql, type Kysely } from 'kysely';

/**
 * Of bills that no paper is known of the index held one entry each, nearly all there are: every new bill was entered, and
 * the planner took the index for dear (DOC-23).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index claim_bills_paper`.execute(db);
  await sql`create index claim_bills_paper on claim_bills using gin (paper_keys)
    where paper_keys is not null and not withdrawn`.execute(db);
}
