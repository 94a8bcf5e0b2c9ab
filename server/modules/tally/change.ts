import type { Kysely } from 'kysely';
import { MESSAGES } from '#contract/error.ts';
import type { TallyBatch, TallyBatchMade } from '#contract/tally.ts';
import { mayChangeTally, onlyKind, statusOfBatch, tallyCan, type VoucherCounts } from '#domain/tally.ts';
import { toRupees } from '#domain/money.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import {
  batchById,
  lockBatch,
  sumsOf,
  updateBatch,
  type BatchChanges,
  type BatchRow,
  type BatchSums,
} from './repository/batches.ts';
import { removeVouchers, voucherStatus } from './repository/vouchers.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import type { ClaimRow } from '#server/modules/claims/index.ts';

/** What every change of a batch has in common: its sums follow its vouchers, and it is one row of the audit log. */

const named = (email: string | null, name: string | null) => (email === null ? null : { email, name: name ?? '' });

export function batchAnswer(context: Pick<Context, 'actor' | 'timeZone'>, row: BatchRow): TallyBatch {
  const { actor, timeZone } = context;
  const may = mayChangeTally(actor).ok;
  const gone = row.posted + row.failed > 0 || row.exported_at !== null;
  return {
    batchId: row.id,
    kind: onlyKind(row.kind === null ? [] : [row.kind]),
    from: row.from_day === null ? null : dayMillis(row.from_day, timeZone),
    to: row.to_day === null ? null : dayMillis(row.to_day, timeZone),
    vouchers: row.vouchers,
    posted: row.posted,
    failed: row.failed,
    amount: toRupees(row.amount),
    status: row.status,
    source: row.source,
    createdBy: { email: row.creator_email, name: row.creator_name },
    exportedAt: row.exported_at,
    exportedBy: named(row.exporter_email, row.exporter_name),
    mayExport: may && tallyCan.export(row).ok,
    mayMark: may && row.vouchers > 0 && gone,
    mayRelease: may && row.vouchers > 0 && (!gone || row.failed > 0),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What a batch's vouchers come to, as its columns say it. */
export function columnsOf(sums: readonly BatchSums[]) {
  const counts: VoucherCounts = { NOT_EXPORTED: 0, EXPORTED: 0, POSTED: 0, FAILED: 0 };
  for (const { status, vouchers } of sums) counts[status] += vouchers;
  const days = sums.flatMap((sum) => [sum.from_day, sum.to_day]).toSorted();
  return {
    kind: onlyKind(sums.flatMap((sum) => sum.kinds)),
    from_day: days[0] ?? null,
    to_day: days.at(-1) ?? null,
    vouchers: sums.reduce((all, sum) => all + sum.vouchers, 0),
    posted: counts.POSTED,
    failed: counts.FAILED,
    amount: sums.reduce((all, sum) => all + sum.amount, 0),
    status: statusOfBatch(counts),
  };
}

/** What the audit log keeps of a batch. */
export const batchSnapshot = (
  row: Pick<BatchRow, 'status' | 'vouchers' | 'posted' | 'failed' | 'amount'>,
  details: Record<string, unknown> = {},
): Record<string, unknown> => ({
  tallyStatus: row.status,
  vouchers: row.vouchers,
  posted: row.posted,
  failed: row.failed,
  tallyAmount: row.amount,
  ...details,
});

/**
 * Writes a locked batch whose vouchers were changed: its sums, and its row of the audit log. `details`: which vouchers,
 * and why.
 */
export async function settleBatch(
  tx: Kysely<Tables>,
  doer: Doer,
  before: BatchRow,
  action: string,
  details: Record<string, unknown>,
  more: BatchChanges = {},
): Promise<BatchRow> {
  const changes = {
    ...columnsOf(await sumsOf(tx, before.id)),
    ...more,
    version: before.version + 1,
    updated_at: doer.now,
  };
  await updateBatch(tx, before.id, changes);
  const after = await batchById(tx, before.id, false);
  if (!after) throw new Error('A batch that was just written is not there');
  await appendAudit(
    tx,
    {
      recordId: before.id,
      recordKind: 'tally',
      version: after.version,
      at: doer.now,
      actorId: doer.actor.id,
      action,
      before: batchSnapshot(before),
      after: batchSnapshot(after, details),
      origin: doer.origin,
      requestKey: doer.key,
    },
    (await lastAuditHashes(tx, [before.id])).get(before.id) ?? '',
  );
  return after;
}

/**
 * Takes a locked claim out of the batch that it waits in, since finance looks at it again. Throws CONFLICT when it has
 * left for the accounts (FIN-5, TALLY-8).
 */
export async function leaveBatch(
  tx: Kysely<Tables>,
  doer: Doer,
  claim: Pick<ClaimRow, 'id' | 'tally_batch_id' | 'tally_status'>,
): Promise<void> {
  if (claim.tally_batch_id === null || claim.tally_status === null) return;
  const batch = await lockBatch(tx, claim.tally_batch_id);
  const status = await voucherStatus(tx, claim.id);
  if (!batch || status === undefined) return;
  assertAllowed(tallyCan.release(status));
  await removeVouchers(tx, batch.id, [claim.id]);
  await settleBatch(tx, doer, batch, 'tally-release', { claims: [claim.id] });
}

export type Refused = TallyBatchMade['refused'];

/** An item of several that is not done; `verdict` null: it is not there. */
export const refusedItem = (id: string, verdict: Verdict | null): Refused =>
  verdict === null
    ? [{ id, code: 'NOT_FOUND', message: MESSAGES.nothingHere }]
    : verdict.ok
      ? []
      : [{ id, code: verdict.code, message: verdict.message }];
