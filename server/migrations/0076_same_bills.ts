import { sql, type Kysely } from 'kysely';

/**
 * The indexes that find the same bill know whether its claim is withdrawn, its financial year, and the order of claims:
 * only so many are read, and none of these is left out afterwards (DOC-21, S3).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table claim_bills add column withdrawn boolean not null default false`,
    sql`update claim_bills b set withdrawn = true from claims c where c.id = b.claim_id and c.withdrawn_at is not null`,
    sql`create function note_withdrawn_claims() returns trigger language plpgsql as $body$
      begin
        update claim_bills set withdrawn = new.withdrawn_at is not null where claim_id = new.id;
        return null;
      end $body$`,
    sql`create trigger claims_withdrawn after update of withdrawn_at on claims for each row
      when ((old.withdrawn_at is null) <> (new.withdrawn_at is null)) execute function note_withdrawn_claims()`,
    sql`create function note_withdrawn_bills() returns trigger language plpgsql as $body$
      begin
        new.withdrawn := exists (select from claims where id = new.claim_id and withdrawn_at is not null);
        return new;
      end $body$`,
    sql`create trigger claim_bills_withdrawn before insert on claim_bills for each row
      execute function note_withdrawn_bills()`,
    ...['file', 'irn', 'seller_bill', 'upi', 'paper'].map((name) => sql`drop index ${sql.ref(`claim_bills_${name}`)}`),
    sql`create index claim_bills_file on claim_bills (file_hash, withdrawn, claim_id)`,
    sql`create index claim_bills_irn on claim_bills ((gst -> 'invoice' ->> 'irn'), withdrawn, claim_id)
      where gst ->> 'state' = 'verified'`,
    sql`create index claim_bills_seller_bill on claim_bills (seller_bill, coalesce(seller_bill_year, 0), claim_id)
      where seller_bill is not null and not withdrawn`,
    sql`create index claim_bills_upi on claim_bills ((reading ->> 'upiReference'), claim_id)
      where (reading ->> 'upiReference') is not null and not withdrawn`,
    sql`create index claim_bills_paper on claim_bills using gin (paper_keys) where not withdrawn`,
  ];
  for (const statement of statements) await statement.execute(db);
}
