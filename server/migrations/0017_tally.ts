import { sql, type Kysely } from 'kysely';

/**
 * What goes to the accounts: batches with one voucher a claim, the ledgers that claims go to, and the sheets that
 * finance's documents uploaded. A claim is in at most one batch: that is the vouchers' own unique column, no matter who
 * writes them. Its voucher's status is kept on the claim too, so that a list of claims knows it without looking.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table tally_batches (
      id text primary key,
      kind smallint,
      from_day text,
      to_day text,
      vouchers integer not null,
      posted integer not null default 0,
      failed integer not null default 0,
      amount bigint not null,
      status text not null,
      source text not null,
      created_by text not null references people (id),
      exported_at bigint,
      exported_by text references people (id),
      version integer not null default 1,
      creation_key text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    sql`create unique index tally_batches_creation_key on tally_batches (created_by, creation_key)`,
    sql`create index tally_batches_newest on tally_batches (created_at desc, id desc)`,
    sql`create table tally_vouchers (
      batch_id text not null references tally_batches (id),
      claim_id text not null references claims (id),
      kind smallint not null,
      type text not null,
      day text not null,
      amount bigint not null check (amount > 0),
      ledger text not null,
      cost_centre text not null,
      credit_ledger text not null,
      narration text not null,
      by_sheet boolean not null,
      status text not null,
      reason text,
      primary key (batch_id, claim_id)
    )`,
    sql`create unique index tally_vouchers_claim on tally_vouchers (claim_id)`,
    sql`create index tally_vouchers_day on tally_vouchers (batch_id, day, claim_id)`,
    sql`alter table claims add column tally_batch_id text references tally_batches (id), add column tally_status text`,
    sql`create index claims_tally_batch on claims (tally_batch_id) where tally_batch_id is not null`,
    // What finance approved and no batch has yet, the last approved first.
    sql`create index claims_for_tally on claims (finance_decided_at desc, id desc) where finance_status = 'FINANCE_APPROVED' and tally_batch_id is null and withdrawn_at is null`,
    // The same of what is not paid, the first approved first: the payment sheet.
    sql`create index claims_to_pay on claims (finance_decided_at, id) where finance_status = 'FINANCE_APPROVED' and paid_on is null and withdrawn_at is null`,
    sql`create table ledger_mapping (
      id text primary key,
      mapping jsonb not null,
      version integer not null,
      updated_at bigint not null,
      updated_by text not null references people (id)
    )`,
    sql`create table sheet_uploads (
      id text primary key,
      kind text not null,
      content_hash text not null,
      person_id text not null references people (id),
      batch_id text references tally_batches (id),
      claim_ids text[] not null,
      refusals jsonb not null,
      created_at bigint not null
    )`,
    sql`create index sheet_uploads_content on sheet_uploads (kind, content_hash)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
