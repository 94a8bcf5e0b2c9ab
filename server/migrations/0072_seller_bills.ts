import { sql, type Kysely } from 'kysely';

/** Seller and number of a bill, and the reference of its UPI payment, as other bills are found by them (DOC-21). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table claim_bills add column seller_bill text, add column seller_bill_year integer`,
    sql`create index claim_bills_seller_bill on claim_bills (seller_bill) where seller_bill is not null`,
    sql`create index claim_bills_upi on claim_bills ((reading ->> 'upiReference'))
      where (reading ->> 'upiReference') is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
