import type { Kysely } from 'kysely';
import { SHEETS, type SheetKind } from '#contract/sheets.ts';
import type { Parsed } from '#domain/parsing.ts';
import {
  mayPost,
  parseExpenseRow,
  mayPay,
  parsePaymentRow,
  type CellContent,
  type Columns,
  type ExpenseRow,
  type PaymentRow,
} from '#domain/sheets.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { payClaims, type SheetUploadRow } from './repository.ts';
import type { Context } from '#server/platform/http/context.ts';
import { VOUCHER } from '#domain/tally.ts';
import type { LedgerMappingBody } from '#contract/tally.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import {
  ledgerMappingNow,
  claimsToBook,
  vouchersInBatches,
  bookingBy,
  mayBook,
  writeBatch,
  type BookedClaim,
  type Booking,
} from '#server/modules/tally/index.ts';
import { dayOf } from '#domain/dates.ts';
import { appendAudits } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { settlingDuties } from '#server/modules/people/index.ts';
import { claimsWherever, claimAudit, type ClaimRow } from '#server/modules/claims/index.ts';

/** What sets the two sheets apart; how they are read, kept and answered is written once. */
export interface SheetStep {
  /** Claims changed by earlier uploads of the same content, as far as that still holds. */
  standing(tx: Kysely<Tables>, earlier: readonly SheetUploadRow[]): Promise<ReadonlySet<string>>;
  /** What a row says, or what is wrong with it whatever its claim. */
  read(columns: Columns, cells: readonly CellContent[]): Parsed<{ id: string }>;
  /** Executes the rows that can be executed; each names a different claim. */
  execute(tx: Kysely<Tables>, context: Context, columns: Columns, rows: readonly SheetItem[]): Promise<StepResult>;
}

interface SheetItem {
  id: string;
  cells: CellContent[];
}

interface StepResult {
  /** Claims whose rows were carried out. */
  done: string[];
  refused: { cells: CellContent[]; reason: string }[];
  /** The batch that came of it. */
  batchId: string | null;
}

const UNKNOWN = 'There is no request with this id';

/** The cells of a row in the order of the sheet's own columns. */
export const columnsToShow = (kind: SheetKind, columns: Columns, cells: readonly CellContent[]): CellContent[] =>
  SHEETS[kind].columns.map((name) => {
    const at = columns.get(name);
    return at === undefined ? null : (cells[at] ?? null);
  });

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
  read: parseExpenseRow,
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
      const parsed = parseExpenseRow(columns, cells);
      if ('message' in parsed) throw new Error('A row that was read before cannot be read');
      const may = claim ? mayBook(context, claim) : null;
      const verdict = claim && may?.ok ? mayPost(parsed.value, claim.finance_amount ?? 0) : may;
      if (claim && verdict?.ok) booked.push({ claim, booking: bookingOf(mapping, claim, parsed.value) });
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

/** Audit rows written by one statement: a statement has a maximum of parameters. */
const AT_ONCE = 500;

const paymentStateOf = (context: Context, row: ClaimRow) => ({
  financeStatus: row.finance_status,
  withdrawn: row.withdrawn_at !== null,
  approvedPaise: row.finance_amount ?? 0,
  approvedOn: dayOf(row.finance_decided_at ?? 0, context.timeZone),
  paidOn: row.paid_on,
  duties: settlingDuties(context.actor, row),
});

/**
 * Marks locked claims as paid, each with its row of the audit log, from which its owner is notified (PAY-6, NOTE-2).
 */
async function pay(
  tx: Kysely<Tables>,
  context: Context,
  payments: readonly { claim: ClaimRow; row: PaymentRow }[],
): Promise<void> {
  await payClaims(
    tx,
    payments.map(({ claim, row }) => ({
      id: claim.id,
      paid_on: row.day,
      paid_amount: row.paise,
      payment_reference: row.reference,
    })),
    context.now,
  );
  for (let at = 0; at < payments.length; at += AT_ONCE) {
    const some = payments.slice(at, at + AT_ONCE);
    const entries = some.map(({ claim, row }) =>
      claimAudit(context, 'pay', claim, {
        ...claim,
        paid_on: row.day,
        paid_amount: row.paise,
        payment_reference: row.reference,
        version: claim.version + 1,
        updated_at: context.now,
      }),
    );
    await appendAudits(
      tx,
      entries,
      await lastAuditHashes(
        tx,
        some.map(({ claim }) => claim.id),
      ),
    );
  }
}

/** Payment.xlsx: marks its claims paid. */
export const paymentStep: SheetStep = {
  read: parsePaymentRow,
  // What is paid stays paid.
  standing: async (_tx, earlier) => new Set(earlier.flatMap(({ claim_ids }) => claim_ids)),
  execute: async (tx, context, columns, rows) => {
    const claims = new Map(
      (
        await claimsWherever(
          tx,
          rows.map(({ id }) => id),
        )
      ).map((claim) => [claim.id, claim]),
    );
    const payments: { claim: ClaimRow; row: PaymentRow }[] = [];
    const refused: { cells: CellContent[]; reason: string }[] = [];
    for (const { id, cells } of rows) {
      const claim = claims.get(id);
      const parsed = parsePaymentRow(columns, cells);
      if ('message' in parsed) throw new Error('A row that was read before cannot be read');
      const may = claim ? mayPay(paymentStateOf(context, claim), parsed.value, context.today) : null;
      if (claim && may?.ok) payments.push({ claim, row: parsed.value });
      else refused.push({ cells, reason: may && !may.ok ? may.message : UNKNOWN });
    }
    await pay(tx, context, payments);
    return { done: payments.map(({ claim }) => claim.id), refused, batchId: null };
  },
};
