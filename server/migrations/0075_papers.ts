import { sql, type Kysely } from 'kysely';

/** What the paper of a bill is compared by, and what other bills that may be the same are looked up by (DOC-23). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table claim_bills add column paper jsonb, add column paper_keys text[]`,
    sql`create index claim_bills_paper on claim_bills using gin (paper_keys)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
