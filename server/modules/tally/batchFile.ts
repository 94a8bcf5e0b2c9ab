import { narrationOf } from '#domain/tally.ts';
import { nextVouchers, type VoucherColumns } from './repository/vouchers.ts';
import { debitAndCredit, TALLY_TYPE, writeVouchers, type Voucher } from './xml.ts';
import type { Day } from '#domain/dates.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { ledgerMappingNow } from './repository/ledgerMapping.ts';
import { batchById } from './repository/batches.ts';
import type { Services } from '#server/platform/http/services.ts';
import type { MadeFile } from '#server/platform/http/sendFile.ts';

/**
 * Rows as the vouchers that Tally gets. Their REMOTEIDs follow from the claim alone, so importing twice adds nothing
 * (TALLY-6).
 */

export const journalOf = (row: Omit<VoucherColumns, 'status' | 'reason' | 'by_sheet'>): Voucher => ({
  remoteId: `kharcha-${row.claim_id}`,
  type: 'Journal',
  day: row.day,
  number: row.claim_id,
  reference: row.batch_id,
  narration: row.narration,
  entries: debitAndCredit(
    row.amount,
    { ledger: row.ledger, costCentre: row.cost_centre },
    { ledger: row.credit_ledger, costCentre: '' },
  ),
});

/** A claim is paid once, so one payment voucher each (PAY-8). */
export const paymentOf = (claim: PaidClaim, ledgers: { payable: string; bank: string }): Voucher => ({
  remoteId: `kharcha-payment-${claim.id}`,
  type: 'Payment',
  day: claim.paid_on,
  number: claim.id,
  reference: claim.payment_reference,
  narration: narrationOf({
    id: claim.id,
    type: claim.type,
    day: claim.expense_date,
    ownerName: claim.owner_name,
    ownerCode: claim.owner_code,
    remarks: `paid under ${claim.payment_reference}`,
  }),
  entries: debitAndCredit(
    claim.paid_amount,
    { ledger: ledgers.payable, costCentre: '' },
    { ledger: ledgers.bank, costCentre: '' },
  ),
});

/** A paid claim as its payment goes to the accounts. */
export interface PaidClaim {
  id: string;
  type: string;
  expense_date: Day;
  paid_on: Day;
  paid_amount: number;
  payment_reference: string;
  owner_name: string;
  owner_code: string;
}

/** What signed addresses of batches are of. */
export const TALLY_BATCH = 'tally-batch';

const VOUCHERS_AT_ONCE = 200;

async function* journals(db: Kysely<Tables>, batchId: string): AsyncGenerator<Voucher[]> {
  let last: { day: string; claim_id: string } | null = null;
  for (;;) {
    const rows = await nextVouchers(db, batchId, last, VOUCHERS_AT_ONCE);
    if (rows.length === 0) return;
    yield rows.map(journalOf);
    last = rows.at(-1) ?? null;
  }
}

/**
 * A batch as Tally imports it: what is out, since a voucher that failed may leave it for another; null when there is
 * none.
 */
export async function batchFile(services: Services, id: string): Promise<MadeFile | null> {
  const { db } = services.database;
  if (!(await batchById(db, id, false))) return null;
  const { mapping } = await ledgerMappingNow(db);
  return { name: `Tally-${id}.xml`, type: TALLY_TYPE, bytes: writeVouchers(mapping.company, journals(db, id)) };
}
