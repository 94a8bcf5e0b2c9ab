import { sql, type Kysely } from 'kysely';

/**
 * What was approved last of a person's claims of one kind and type: approvers are told what is usual. A rejection
 * approves nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claims_usual on claims (owner_id, kind, type, manager_decided_at desc) include (manager_amount) where manager_amount > 0 and withdrawn_at is null`.execute(
    db,
  );
}
