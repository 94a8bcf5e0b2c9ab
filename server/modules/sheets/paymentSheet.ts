import type { Kysely } from 'kysely';
import { dayOf } from '#domain/dates.ts';
import { mayPay, readPaymentRow, type CellContent, type PaymentRow } from '#domain/sheets.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { payClaims } from './repository.ts';
import { appendAudits } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/http/context.ts';
import { UNKNOWN, type SheetStep } from './steps.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { settlingDuties } from '#server/modules/people/index.ts';
import { claimsWherever, type ClaimRow, claimAudit } from '#server/modules/claims/index.ts';

/** Audit rows written by one statement: a statement takes only so many values. */
const AT_ONCE = 500;

const paymentStateOf = (context: Context, row: ClaimRow) => ({
  financeStatus: row.finance_status,
  withdrawn: row.withdrawn_at !== null,
  approvedPaise: row.finance_amount ?? 0,
  approvedOn: dayOf(row.finance_decided_at ?? 0, context.timeZone),
  paidOn: row.paid_on,
  duties: settlingDuties(context.actor, row),
});

/** Marks locked claims as paid, each with its row of the audit log, from which its owner is told (PAY-6, NOTE-2). */
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
  read: readPaymentRow,
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
      const read = readPaymentRow(columns, cells);
      if ('message' in read) throw new Error('A row that was read before cannot be read');
      const may = claim ? mayPay(paymentStateOf(context, claim), read.value, context.today) : null;
      if (claim && may?.ok) payments.push({ claim, row: read.value });
      else refused.push({ cells, reason: may && !may.ok ? may.message : UNKNOWN });
    }
    await pay(tx, context, payments);
    return { done: payments.map(({ claim }) => claim.id), refused, batchId: null };
  },
};
