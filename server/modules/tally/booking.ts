import type { Kysely } from 'kysely';
import type { LedgerMappingBody } from '#contract/tally.ts';
import { dayOf } from '#domain/dates.ts';
import { isExported, tallyCan } from '#domain/tally.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { TallyBatchesTable } from '#server/platform/database/tables/tallyTables.ts';
import { batchById, insertBatch, type BatchRow } from './repository/batches.ts';
import type { BookedClaim } from './repository/candidates.ts';
import type { VoucherColumns } from './repository/vouchers.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/http/context.ts';
import { mapInBatches } from '#server/platform/base/concurrency.ts';
import { batchSnapshot, columnsOf } from './change.ts';
import { bookedAs } from './reading.ts';
import { mayAccountFor } from '#server/modules/people/index.ts';

/** Claims as vouchers of a new batch: what a voucher says, whether it may be made, and the batch that is written. */

/** What a voucher says beside its claim: of the mapping, or of a sheet. */
export type Booking = Pick<VoucherColumns, 'ledger' | 'cost_centre' | 'credit_ledger' | 'narration' | 'by_sheet'>;

const voucherOf = (
  batchId: string,
  claim: BookedClaim,
  booking: Booking,
  timeZone: string,
): Omit<VoucherColumns, 'status' | 'reason'> => ({
  batch_id: batchId,
  claim_id: claim.id,
  kind: claim.kind,
  type: claim.type,
  day: dayOf(claim.finance_decided_at ?? 0, timeZone),
  amount: claim.finance_amount ?? 0,
  ...booking,
});

/** Is there anything against this person's taking the claim into a batch? A claim of nothing has nothing to post. */
export function mayBook({ actor }: Pick<Context, 'actor'>, claim: BookedClaim): Verdict {
  const duties = mayAccountFor(actor, claim);
  if (!duties.ok) return duties;
  const may = tallyCan.batch({
    financeStatus: claim.finance_status,
    withdrawn: claim.withdrawn_at !== null,
    batchId: claim.tally_batch_id,
  });
  return may.ok && (claim.finance_amount ?? 0) <= 0
    ? { ok: false, code: 'CONFLICT', message: 'No amount was approved for this request.' }
    : may;
}

/** Writes a batch of locked claims that may be booked, with its first row of the audit log. */
export async function writeBatch(
  tx: Kysely<Tables>,
  context: Context,
  id: string,
  booked: readonly { claim: BookedClaim; booking: Booking }[],
  from: Pick<TallyBatchesTable, 'source' | 'status'>,
): Promise<BatchRow> {
  const { actor, now, key } = context;
  const { timeZone } = context;
  const vouchers = await mapInBatches(booked, ({ claim, booking }): VoucherColumns => ({
    ...voucherOf(id, claim, booking, timeZone),
    status: from.status,
    reason: null,
  }));
  const days = vouchers.map(({ day }) => day).toSorted();
  const sums = columnsOf([
    {
      status: from.status,
      vouchers: vouchers.length,
      amount: vouchers.reduce((sum, { amount }) => sum + amount, 0),
      from_day: days[0] ?? '',
      to_day: days.at(-1) ?? '',
      kinds: vouchers.map(({ kind }) => kind),
    },
  ]);
  const out = isExported(from.status);
  const row = {
    id,
    ...sums,
    source: from.source,
    created_by: actor.id,
    exported_at: out ? now : null,
    exported_by: out ? actor.id : null,
    version: 1,
    creation_key: key,
    created_at: now,
    updated_at: now,
  };
  await insertBatch(tx, row, vouchers);
  const details = { source: from.source, claims: vouchers.map(({ claim_id }) => claim_id) };
  await appendAudit(
    tx,
    {
      recordId: id,
      recordKind: 'tally',
      version: 1,
      at: now,
      actorId: actor.id,
      action: 'tally-batch',
      before: null,
      after: batchSnapshot(row, details),
      origin: context.origin,
      requestKey: key,
    },
    '',
  );
  return written(tx, id);
}

export async function written(tx: Kysely<Tables>, id: string): Promise<BatchRow> {
  const row = await batchById(tx, id, false);
  if (!row) throw new Error('A batch that was just written is not there');
  return row;
}

export const bookingBy = (mapping: LedgerMappingBody, claim: BookedClaim): Booking => {
  const { ledger, costCentre, creditLedger, narration } = bookedAs(mapping, claim);
  return { ledger, cost_centre: costCentre, credit_ledger: creditLedger, narration, by_sheet: false };
};
