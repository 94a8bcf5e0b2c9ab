import { mayPost, readExpenseRow, type ExpenseRow } from '#domain/sheets.ts';
import { VOUCHER } from '#domain/tally.ts';
import type { LedgerMappingBody } from '#contract/tally.ts';
import { UNKNOWN, type SheetStep } from './steps.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import {
  ledgerMappingNow,
  claimsToBook,
  type BookedClaim,
  vouchersInBatches,
  bookingBy,
  mayBook,
  writeBatch,
  type Booking,
} from '#server/modules/tally/index.ts';

/** What a row leaves empty is said by the mapping; what it says stays, whatever the mapping becomes (PAY-5). */
function bookingOf(mapping: LedgerMappingBody, claim: BookedClaim, row: ExpenseRow): Booking {
  const own = bookingBy(mapping, claim);
  return {
    ...own,
    ledger: row.ledger || own.ledger,
    cost_centre: row.costCentre || own.cost_centre,
    narration: row.narration || own.narration,
    by_sheet: true,
  };
}

/** Expense.xlsx: a batch of its claims, which goes out with the answer and so counts as exported. */
export const expenseStep: SheetStep = {
  read: readExpenseRow,
  // What was taken out of its batch, or revived, is judged again: it is in no batch, or in another.
  standing: async (tx, earlier) =>
    new Set(
      (
        await vouchersInBatches(
          tx,
          earlier.flatMap(({ batch_id }) => batch_id ?? []),
        )
      ).map(({ claim_id }) => claim_id),
    ),
  execute: async (tx, context, columns, rows) => {
    const claims = new Map(
      (
        await claimsToBook(
          tx,
          rows.map(({ id }) => id),
        )
      ).map((claim) => [claim.id, claim]),
    );
    const { mapping } = await ledgerMappingNow(tx);
    const booked: { claim: BookedClaim; booking: Booking }[] = [];
    const refused: { cells: (typeof rows)[number]['cells']; reason: string }[] = [];
    for (const { id, cells } of rows) {
      const claim = claims.get(id);
      const read = readExpenseRow(columns, cells);
      if ('message' in read) throw new Error('A row that was read before cannot be read');
      const may = claim ? mayBook(context, claim) : null;
      const verdict = claim && may?.ok ? mayPost(read.value, claim.finance_amount ?? 0) : may;
      if (claim && verdict?.ok) booked.push({ claim, booking: bookingOf(mapping, claim, read.value) });
      else refused.push({ cells, reason: verdict && !verdict.ok ? verdict.message : UNKNOWN });
    }
    if (booked.length === 0) return { done: [], refused, batchId: null };
    const batch = await writeBatch(tx, context, newId('TLY', context.now), booked, {
      source: 'SHEET',
      status: VOUCHER.exported,
    });
    return { done: booked.map(({ claim }) => claim.id), refused, batchId: batch.id };
  },
};
