import type { TallyAnswered } from '#contract/tally.ts';
import { VOUCHER } from '#domain/tally.ts';
import { judgeAnswer } from '#domain/tallyAnswer.ts';
import { transact } from '#server/platform/database/transact.ts';
import { invalidRequest, Refusal } from '#server/platform/base/errors.ts';
import { readers } from '#server/platform/readers/pool.ts';
import { failVouchers, markVouchers, vouchersOf } from './repository/vouchers.ts';
import type { Context } from '#server/platform/http/context.ts';
import { authorizeBatch, assertUninvolved } from './steps.ts';
import { batchAnswer, settleBatch } from './change.ts';

const NO_ANSWER = 'This is not what Tally answers an import with.';

/**
 * Marks a batch by what Tally answered its import with (TALLY-10). The same answer again finds nothing to change, so an
 * upload may be repeated freely.
 */
export async function takeAnswer(context: Context, id: string, bytes: Buffer): Promise<TallyAnswered> {
  const { database } = context.services;
  // Read before anything is locked.
  const said = await readers().read('tally', { bytes });
  const answer = await transact(database.db, async (tx) => {
    const batch = await authorizeBatch(tx, context, id);
    if (batch.exported_at === null)
      throw new Refusal('CONFLICT', 'This batch has not been exported yet.', { current: batchAnswer(context, batch) });
    if (said === null) throw invalidRequest(NO_ANSWER, { file: NO_ANSWER });
    const vouchers = await vouchersOf(tx, id);
    assertUninvolved(context, vouchers);
    const standing = new Map(vouchers.map((row) => [row.claim_id, row]));
    const { posted, failed, unclear } = judgeAnswer(
      said,
      vouchers.map((row) => ({
        id: row.claim_id,
        ledger: row.ledger,
        creditLedger: row.credit_ledger,
        costCentre: row.cost_centre,
        status: row.status,
      })),
    );
    const newlyPosted = posted.filter((one) => standing.get(one)?.status !== VOUCHER.posted);
    const newlyFailed = failed.filter(
      ({ id: one, reason }) => standing.get(one)?.status !== VOUCHER.failed || standing.get(one)?.reason !== reason,
    );
    await markVouchers(tx, id, newlyPosted, VOUCHER.posted, null);
    await failVouchers(
      tx,
      id,
      newlyFailed.map(({ id: claimId, reason }) => ({ claim_id: claimId, reason })),
    );
    const changed = newlyPosted.length + newlyFailed.length > 0;
    const after = changed
      ? await settleBatch(tx, context, batch, 'tally-answer', {
          posts: newlyPosted,
          fails: newlyFailed.map((one) => one.id),
          problems: said.problems.slice(0, 20),
        })
      : batch;
    return {
      batch: batchAnswer(context, after),
      posted: posted.length,
      failed: failed.length,
      unclear: unclear.length,
      problems: said.problems.slice(0, 20),
    };
  });
  await database.durable();
  return answer;
}
