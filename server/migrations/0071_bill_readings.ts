import { sql, type Kysely } from 'kysely';

/**
 * What was read off a claim's bill: what was suggested (READ-12), the text of its signed code, and what came of it
 * (GST-8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table claim_bills add column reading jsonb, add column gst jsonb, add column gst_code text`,
    sql`create index claim_bills_irn on claim_bills ((gst -> 'invoice' ->> 'irn')) where gst ->> 'state' = 'verified'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
