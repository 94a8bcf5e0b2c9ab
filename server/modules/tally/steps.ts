import type { Kysely } from 'kysely';
import { NO_VOUCHERS } from '#contract/tally.ts';
import type { TallyChanged } from '#contract/tally.ts';
import {
  bookingOf,
  isExported,
  mayChangeTally,
  OTHERS_BATCH,
  parseIds,
  parseMark,
  tallyCan,
  VOUCHER,
} from '#domain/tally.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest, movedOn, notFound, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { ledgerMappingNow } from './repository/ledgerMapping.ts';
import { lockBatch, type BatchRow } from './repository/batches.ts';
import { markVouchers, rebookVouchers, removeVouchers, vouchersOf, type VoucherRow } from './repository/vouchers.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { batchAnswer, refusedItem, settleBatch, type Refused } from './change.ts';
import { mayAccountFor } from '#server/modules/people/index.ts';

/**
 * What tally admins do with a batch. One transaction each; claims are locked first, in the order
 * of their ids, then the batch.
 */

/** The batch that is to be changed, locked with its claims. */
export async function authorizeBatch(tx: Kysely<Tables>, context: Context, id: string): Promise<BatchRow> {
  assertAllowed(mayChangeTally(context.actor));
  const row = await lockBatch(tx, id);
  if (!row) throw notFound();
  return row;
}

function assertVersion(context: Context, row: BatchRow): void {
  if (context.ifMatch !== null && context.ifMatch !== row.version)
    throw movedOn('VERSION_CONFLICT', { current: batchAnswer(context, row) });
}

/**
 * A step that takes all of a batch which is not in the accounts yet is for hands that none of it has been in (ACC-21).
 */
export function assertUninvolved({ actor }: Pick<Context, 'actor'>, vouchers: readonly VoucherRow[]): void {
  if (vouchers.some((row) => row.status !== VOUCHER.posted && !mayAccountFor(actor, row).ok))
    throw new Refusal('FORBIDDEN', OTHERS_BATCH);
}

/** Vouchers that are not in the accounts and came from the screen use the current mapping (TALLY-9). */
async function rebook(tx: Kysely<Tables>, batch: BatchRow, vouchers: readonly VoucherRow[]): Promise<void> {
  const { mapping } = await ledgerMappingNow(tx);
  const open = vouchers.filter((row) => !row.by_sheet && !isExported(row.status));
  await rebookVouchers(
    tx,
    batch.id,
    open.map((row) => {
      const { ledger, costCentre, creditLedger } = bookingOf(mapping, {
        kind: row.kind,
        type: row.type,
        costCentre: row.owner_cost_centre,
      });
      return { claim_id: row.claim_id, ledger, cost_centre: costCentre, credit_ledger: creditLedger };
    }),
  );
}

/**
 * Lets a batch out: what is not posted is exported from now on (TALLY-5). Its file is read when that is on the disk.
 */
export async function exportBatch(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<BatchRow>(context, request, {
    authorize: (tx) => authorizeBatch(tx, context, id),
    execute: async (tx, row) => {
      assertVersion(context, row);
      assertAllowed(tallyCan.export(row), () => batchAnswer(context, row));
      const vouchers = await vouchersOf(tx, id);
      assertUninvolved(context, vouchers);
      await rebook(tx, row, vouchers);
      await markVouchers(
        tx,
        id,
        vouchers.filter(({ status }) => status !== VOUCHER.posted).map(({ claim_id }) => claim_id),
        VOUCHER.exported,
        null,
      );
      const after = await settleBatch(
        tx,
        context,
        row,
        'export',
        {},
        { exported_at: context.now, exported_by: context.actor.id },
      );
      return { answer: { success: true, data: batchAnswer(context, after) }, recordId: id };
    },
  });
}

/**
 * Sorts the vouchers that are meant by whether duties and rule let this person change them. `ids` null: all that the
 * rule lets, and what duties forbid of these is refused by name.
 */
function sortOut(
  { actor }: Context,
  vouchers: readonly VoucherRow[],
  ids: readonly string[] | null,
  rule: (row: VoucherRow) => Verdict,
): { open: VoucherRow[]; refused: Refused } {
  const may = (row: VoucherRow): Verdict => {
    const duties = mayAccountFor(actor, row);
    return duties.ok ? rule(row) : duties;
  };
  if (ids === null) {
    const meant = vouchers.filter((row) => rule(row).ok);
    return {
      open: meant.filter((row) => may(row).ok),
      refused: meant.flatMap((row) => refusedItem(row.claim_id, may(row))),
    };
  }
  const byId = new Map(vouchers.map((row) => [row.claim_id, row]));
  const open: VoucherRow[] = [];
  const refused: Refused = [];
  for (const id of ids) {
    const row = byId.get(id);
    const verdict = row ? may(row) : null;
    if (row && verdict?.ok) open.push(row);
    else refused.push(...refusedItem(id, verdict));
  }
  return { open, refused };
}

/** Marks vouchers posted or failed by hand (TALLY-3). */
export async function markBatch(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<BatchRow>(context, request, {
    authorize: (tx) => authorizeBatch(tx, context, id),
    execute: async (tx, row) => {
      assertVersion(context, row);
      const parsed = parseMark(request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { ids, posted, reason } = parsed.value;
      const vouchers = await vouchersOf(tx, id);
      const may = ({ status }: Pick<VoucherRow, 'status'>): Verdict =>
        ids === null ? tallyCan.markWithAll(status, posted) : tallyCan.mark(status);
      const { open, refused } = sortOut(context, vouchers, ids, may);
      if (ids === null && open.length + refused.length === 0)
        assertAllowed(may(vouchers[0] ?? { status: VOUCHER.waiting }), () => batchAnswer(context, row));
      const done = open.map(({ claim_id }) => claim_id);
      await markVouchers(tx, id, done, posted ? VOUCHER.posted : VOUCHER.failed, reason);
      const after =
        done.length === 0
          ? row
          : await settleBatch(tx, context, row, posted ? 'post' : 'tally-fail', {
              claims: done,
              ...(reason !== null && { reason }),
            });
      const data: TallyChanged = { batch: batchAnswer(context, after), done, refused };
      return { answer: { success: true, data }, recordId: id };
    },
  });
}

/** Takes vouchers that are not in the accounts out of their batch; their claims may go into another (TALLY-8). */
export async function releaseVouchers(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<BatchRow>(context, request, {
    authorize: (tx) => authorizeBatch(tx, context, id),
    execute: async (tx, row) => {
      assertVersion(context, row);
      const parsed = parseIds((request.body as { ids?: unknown } | null)?.ids, NO_VOUCHERS, false);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { open, refused } = sortOut(context, await vouchersOf(tx, id), parsed.value, ({ status }) =>
        tallyCan.release(status),
      );
      const done = open.map(({ claim_id }) => claim_id);
      await removeVouchers(tx, id, done);
      const after = done.length === 0 ? row : await settleBatch(tx, context, row, 'tally-release', { claims: done });
      const data: TallyChanged = { batch: batchAnswer(context, after), done, refused };
      return { answer: { success: true, data }, recordId: id };
    },
  });
}
