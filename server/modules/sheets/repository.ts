import { sql, type Kysely, type Selectable } from 'kysely';
import type { SheetKind } from '#contract/sheets.ts';
import { afterFinanceDecision } from '#domain/approval.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { RefusedRow, SheetUploadsTable } from '#server/platform/database/tables/tallyTables.ts';
import { bookedColumns, CANDIDATE, type BookedClaim, type PaidClaim } from '#server/modules/tally/index.ts';

export type SheetUploadRow = Selectable<SheetUploadsTable>;

/**
 * Everything that was made of this very content before, oldest first. The lock keeps a second upload of it waiting
 * until this one is done.
 */
export async function uploadsOfContent(tx: Kysely<Tables>, kind: SheetKind, hash: string): Promise<SheetUploadRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sheet ${kind} ${hash}`}, 0))`.execute(tx);
  return tx
    .selectFrom('sheet_uploads')
    .selectAll()
    .where('kind', '=', kind)
    .where('content_hash', '=', hash)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertUpload(
  tx: Kysely<Tables>,
  row: Omit<SheetUploadRow, 'refusals'> & { refusals: RefusedRow[] },
): Promise<void> {
  await tx
    .insertInto('sheet_uploads')
    .values({ ...row, refusals: JSON.stringify(row.refusals) })
    .execute();
}

export const uploadById = (db: Kysely<Tables>, id: string): Promise<SheetUploadRow | undefined> =>
  db.selectFrom('sheet_uploads').selectAll().where('id', '=', id).executeTakeFirst();

export interface PaymentColumns {
  id: string;
  paid_on: Day;
  paid_amount: number;
  payment_reference: string;
}

/** Writes payments on claims that are locked. */
export async function payClaims(tx: Kysely<Tables>, payments: readonly PaymentColumns[], now: number): Promise<void> {
  if (payments.length === 0) return;
  await sql`update claims c set paid_on = n.paid_on, paid_amount = n.paid_amount,
    payment_reference = n.payment_reference, version = c.version + 1, updated_at = ${now}
    from jsonb_populate_recordset(null::claims, ${JSON.stringify(payments)}::jsonb) n
    where c.id = n.id and c.paid_on is null`.execute(tx);
}

export async function paidClaims(db: Kysely<Tables>, ids: readonly string[]): Promise<PaidClaim[]> {
  return (
    await sql<PaidClaim>`
    select c.id, c.type, c.expense_date, c.paid_on, c.paid_amount,
      coalesce(c.payment_reference, '') as payment_reference, p.name as owner_name, p.employee_code as owner_code
    from claims c join people p on p.id = c.owner_id
    where c.id = any(${ids}::text[]) and c.paid_on is not null and c.paid_amount > 0 order by c.paid_on, c.id`.execute(
      db,
    )
  ).rows;
}

/**
 * What a payment sheet offers, by the index of what is to be paid: approved by finance and not paid, the first approved
 * first.
 */
export async function claimsToPay(db: Kysely<Tables>, most: number): Promise<{ id: string; finance_amount: number }[]> {
  return (
    await sql<{ id: string; finance_amount: number }>`
    select c.id, c.finance_amount from claims c
    where c.finance_status = ${sql.lit(afterFinanceDecision(true))} and c.paid_on is null and c.withdrawn_at is null
    and c.finance_amount > 0
    order by c.finance_decided_at, c.id limit ${most}`.execute(db)
  ).rows;
}

/** What an expense sheet offers: approved by finance and in no batch, the first approved first. */
export async function claimsForSheet(db: Kysely<Tables>, most: number): Promise<BookedClaim[]> {
  return (
    await sql<BookedClaim>`
    select ${bookedColumns}
    from claims c join people p on p.id = c.owner_id where ${CANDIDATE} and c.finance_amount > 0
    order by c.finance_decided_at, c.id limit ${most}`.execute(db)
  ).rows;
}
