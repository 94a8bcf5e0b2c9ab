import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { MESSAGES } from '#contract/error.ts';
import { afterFinanceDecision } from '#domain/approval.ts';
import { financeCan, parseFinanceBulk, parseFinanceDecision } from '#domain/finance.ts';
import { toRupees } from '#domain/money.ts';
import { statusOf, UNDECIDED } from '#domain/status.ts';
import { isExported } from '#domain/tally.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, invalidRequest, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { appendAudit, appendAudits } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import {
  stateOf,
  type ClaimDefinition,
  assertVisibleClaim,
  claimById,
  settlePendingClaims,
  updateJudgedClaim,
  wholeColumn,
  type ClaimChanges,
  type ClaimRow,
  type FinanceDecisionColumns,
  refusalOfItem,
  sortOut,
  answerOf,
  claimAudit,
  assertVersion,
} from '#server/modules/claims/index.ts';
import { mayFinanceIt } from '#server/modules/people/index.ts';
import { leaveBatch } from '#server/modules/tally/index.ts';

/** What finance does with claims that a manager approved (FIN-1, FIN-2, FIN-3, FIN-5). */

/** Refuses in the order of WIRE-10: one's own, an invisible one, one that is not finance's to decide. */
async function authorize(tx: Kysely<Tables>, context: Context, row: ClaimRow | undefined): Promise<ClaimRow> {
  const { actor } = context;
  if (row?.owner_id === actor.id) throw forbidden(MESSAGES.ownRequest);
  const seen = await assertVisibleClaim(tx, actor, row);
  assertAllowed(mayFinanceIt(actor, seen));
  return seen;
}

const amountsOf = (row: ClaimRow) => ({
  claimAmount: toRupees(row.claim_amount),
  managerApprovedAmount: row.manager_amount === null ? null : toRupees(row.manager_amount),
});

const decisionColumns = (context: Context, approve: boolean, remarks: string | null): FinanceDecisionColumns => ({
  finance_status: afterFinanceDecision(approve),
  finance_remarks: remarks,
  finance_decided_at: context.now,
  finance_decided_by: context.actor.id,
});

/** The row after a change, without asking the database again. */
const changed = (context: Context, row: ClaimRow, columns: ClaimChanges): ClaimRow => ({
  ...row,
  ...columns,
  finance_name: columns.finance_decided_by === null ? null : context.actor.name,
  version: row.version + 1,
  updated_at: context.now,
});

const actionOf = (approve: boolean): string => (approve ? 'finance-approve' : 'finance-reject');

/** Writes one change. The version is a condition of the statement itself: of several at once, one wins (A1). */
async function write(
  tx: Kysely<Tables>,
  context: Context,
  kind: ClaimDefinition,
  row: ClaimRow,
  columns: ClaimChanges,
  action: string,
): Promise<ClaimRow> {
  if (!(await updateJudgedClaim(tx, row, columns, context.now))) {
    const current = await claimById(tx, kind.number, row.id, false);
    throw new Refusal(
      'CONFLICT',
      'This request was already decided.',
      current ? { current: kind.answer(current, context.timeZone) } : {},
    );
  }
  const after = changed(context, row, columns);
  await appendAudit(
    tx,
    claimAudit(context, action, row, after),
    (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '',
  );
  return after;
}

/** Finance approves or rejects one claim (FIN-1, FIN-2, FIN-3). */
export async function decideForFinance(
  context: Context,
  kind: ClaimDefinition,
  id: string,
  approve: boolean,
  asked: CommandRequest,
): Promise<CommandResult> {
  return change<ClaimRow>(context, asked, {
    authorize: async (tx) => authorize(tx, context, await claimById(tx, kind.number, id, true)),
    execute: async (tx, row) => {
      assertVersion(context, kind, row);
      assertAllowed(financeCan.decide(stateOf(row)), () => kind.answer(row, context.timeZone));
      const parsed = parseFinanceDecision(kind.number, approve, asked.body, amountsOf(row));
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const after = await write(
        tx,
        context,
        kind,
        row,
        { ...decisionColumns(context, approve, parsed.value.remarks), finance_amount: parsed.value.paise },
        actionOf(approve),
      );
      return { answer: { success: true, data: kind.answer(after, context.timeZone) }, recordId: id };
    },
    rebuildAnswer: async (_tx, row) => answerOf(context, kind, row),
  });
}

/** Decides the items that can be decided: one statement for the claims, one for their audit rows. */
async function decideOpen(
  tx: Kysely<Tables>,
  context: Context,
  kind: ClaimDefinition,
  open: readonly ClaimRow[],
  approve: boolean,
  remarks: string | null,
): Promise<string[]> {
  const ids = open.map((row) => row.id);
  const columns = decisionColumns(context, approve, remarks);
  const done = await settlePendingClaims(tx, kind.number, ids, columns, approve, context.now);
  // They are locked: a claim that is open and not decided here would be a bug, and nothing is committed.
  if (done.size !== ids.length) throw new Error('A locked claim moved on');
  const entries = open.map((row) =>
    claimAudit(
      context,
      actionOf(approve),
      row,
      changed(context, row, { ...columns, finance_amount: approve ? row[wholeColumn(kind.number)] : 0 }),
    ),
  );
  await appendAudits(tx, entries, await lastAuditHashes(tx, ids));
  return ids;
}

/**
 * Finance approves the whole amount of each claim, or rejects, up to 100 at once: one transaction, each item judged by
 * itself (MGR-12).
 */
export async function decideManyForFinance(
  context: Context,
  kind: ClaimDefinition,
  asked: CommandRequest,
): Promise<CommandResult> {
  return change<null>(context, asked, {
    authorize: async () => {
      if (!context.actor.roles.includes('finance')) throw forbidden();
      return null;
    },
    execute: async (tx) => {
      const parsed = parseFinanceBulk(kind.number, asked.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { comments, approved } = parsed.value;
      const { open, refused } = await sortOut(tx, kind, parsed.value, (row, seen) =>
        refusalOfItem(tx, context.actor, row, seen, { mayAct: mayFinanceIt, can: financeCan.decide }),
      );
      const result: BulkResult = { done: await decideOpen(tx, context, kind, open, approved, comments), refused };
      return { answer: { success: true, data: result }, recordId: null };
    },
  });
}

const TAKEN_BACK: ClaimChanges = {
  finance_status: UNDECIDED.finance,
  finance_amount: null,
  finance_remarks: null,
  finance_decided_at: null,
  finance_decided_by: null,
  tally_batch_id: null,
  tally_status: null,
};

/**
 * What finance decided of a claim is taken back; it stays in the history. Throws CONFLICT where its state forbids that.
 */
function takeBack(context: Context, kind: ClaimDefinition, id: string, asked: CommandRequest): Promise<CommandResult> {
  return change<ClaimRow>(context, asked, {
    authorize: async (tx) => authorize(tx, context, await claimById(tx, kind.number, id, true)),
    execute: async (tx, row) => {
      assertVersion(context, kind, row);
      assertAllowed(
        financeCan.revive({
          ...stateOf(row),
          paymentDate: row.paid_on === null ? null : dayMillis(row.paid_on, context.timeZone),
          exported: isExported(row.tally_status),
        }),
      );
      if (statusOf(row.finance_status) === 'rejected') await kind.assertWithinLimit?.(tx, context, row);
      await leaveBatch(tx, context, row);
      const after = await write(tx, context, kind, row, TAKEN_BACK, 'revive');
      return { answer: { success: true, data: kind.answer(after, context.timeZone) }, recordId: id };
    },
    rebuildAnswer: async (_tx, row) => answerOf(context, kind, row),
  });
}

/**
 * Revives a claim; one that cannot be is no failure, but an answer without data, which is kept under no key (FIN-5).
 */
export async function reviveClaim(
  context: Context,
  kind: ClaimDefinition,
  id: string,
  asked: CommandRequest,
): Promise<CommandResult> {
  try {
    return await takeBack(context, kind, id, asked);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CONFLICT')
      return { body: JSON.stringify({ success: true, data: null }), replayed: false };
    throw error;
  }
}
