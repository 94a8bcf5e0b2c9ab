import { sql, type Kysely } from 'kysely';

/** What was approved of a manager's team by month: read from this index alone, as far back as is asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claims_team_spend on claims (manager_id, manager_status, expense_date) include (kind, type, finance_status, manager_amount, finance_amount) where withdrawn_at is null`.execute(
    db,
  );
}
