import { sql, type Kysely } from 'kysely';

/** Bills with a signed code whose key is not known: found by the job that judges them again (GST-8). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claim_bills_unknown_code on claim_bills (claim_id, position)
    where gst ->> 'state' = 'unknownKey'`.execute(db);
}
