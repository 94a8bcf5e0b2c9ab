import { sql, type Kysely } from 'kysely';

/**
 * Finance's lists are of claims that a manager approved and nobody withdrew, and so are their indexes: filing a claim
 * touches none of them. The first walks the lists, newest first, and knows when the manager decided, since finance
 * always asks up to a day. The others count and sum what was approved, settled or spent in a time without looking at
 * the claims themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const approved = sql.raw(`where manager_status = 'MANAGER_APPROVED' and withdrawn_at is null`);
  const summed = sql.raw('owner_id, type, finance_status, claim_amount, manager_amount, finance_amount');
  const statements = [
    sql`create index claims_for_finance on claims (kind, finance_status, created_at desc, id desc, manager_decided_at) ${approved}`,
    sql`create index claims_approved_at on claims (kind, manager_decided_at) include (expense_date, finance_decided_at, ${summed}) ${approved}`,
    sql`create index claims_settled_at on claims (kind, finance_decided_at) include (expense_date, manager_decided_at, ${summed}) ${approved} and finance_decided_at is not null`,
    sql`create index claims_approved_of on claims (kind, expense_date) include (manager_decided_at, finance_decided_at, ${summed}) ${approved}`,
    // What they did is done by the first.
    sql`drop index claims_finance`,
    sql`drop index claims_finance_status`,
  ];
  for (const statement of statements) await statement.execute(db);
}
