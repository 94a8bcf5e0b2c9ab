import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { MESSAGES } from '#contract/error.ts';
import { isApprover } from '#domain/access.ts';
import {
  afterManagerDecision,
  managerCan,
  parseBulkDecision,
  parseManagerDecision,
  type ManagerDecisionInput,
} from '#domain/approval.ts';
import { UNDECIDED } from '#domain/status.ts';
import { toRupees } from '#domain/money.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, invalidRequest, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { appendAudit, appendAudits, type AuditEntry } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import {
  stateOf,
  type ClaimDefinition,
  assertVisibleClaim,
  claimById,
  decidePendingClaims,
  updateJudgedClaim,
  type ClaimRow,
  refusalOfItem,
  sortOut,
  answerOf,
  claimAudit,
  assertVersion,
} from '#server/modules/claims/index.ts';
import { onBehalfOf, mayDecideIt } from '#server/modules/people/index.ts';

const ALREADY_DECIDED = 'This request was already decided.';

/** Refuses in the order of WIRE-10: one's own, an invisible one, one that is not this person's to decide. */
async function authorizeDecision(tx: Kysely<Tables>, context: Context, row: ClaimRow | undefined): Promise<ClaimRow> {
  const { actor } = context;
  if (row?.owner_id === actor.id) throw forbidden(MESSAGES.ownRequest);
  const seen = await assertVisibleClaim(tx, actor, row);
  if (!isApprover(actor)) throw forbidden();
  assertAllowed(mayDecideIt(actor, seen));
  return seen;
}

const decisionColumns = (context: Context, kind: ClaimDefinition, approve: boolean, remarks: string | null) => ({
  manager_status: afterManagerDecision(kind.number, approve),
  manager_remarks: remarks,
  manager_decided_at: context.now,
  manager_decided_by: context.actor.id,
});

/** The row after a decision, without asking the database again. */
const decided = (
  context: Context,
  kind: ClaimDefinition,
  row: ClaimRow,
  approve: boolean,
  input: ManagerDecisionInput,
): ClaimRow => ({
  ...row,
  ...decisionColumns(context, kind, approve, input.remarks),
  manager_amount: input.paise,
  decider_name: context.actor.name,
  version: row.version + 1,
  updated_at: context.now,
});

const auditOf = (context: Context, before: ClaimRow, after: ClaimRow, approve: boolean): AuditEntry => ({
  ...claimAudit(context, approve ? 'manager-approve' : 'manager-reject', before, after),
  onBehalfOf: onBehalfOf(context.actor, before),
});

/**
 * Writes one decision. Status and version are conditions of the statement itself: of several at once, one wins, and the
 * others get 409 with the record as it stands (MGR-21, MGR-28, A1).
 */
async function decide(
  tx: Kysely<Tables>,
  context: Context,
  kind: ClaimDefinition,
  row: ClaimRow,
  approve: boolean,
  input: ManagerDecisionInput,
): Promise<ClaimRow> {
  if (
    !(await updateJudgedClaim(
      tx,
      row,
      { ...decisionColumns(context, kind, approve, input.remarks), manager_amount: input.paise },
      context.now,
    ))
  ) {
    const current = await claimById(tx, kind.number, row.id, false);
    throw new Refusal('CONFLICT', ALREADY_DECIDED, current ? { current: kind.answer(current, context.timeZone) } : {});
  }
  const after = decided(context, kind, row, approve, input);
  await appendAudit(tx, auditOf(context, row, after, approve), (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '');
  return after;
}

/** The manager approves or rejects one claim. */
export async function decideClaim(
  context: Context,
  kind: ClaimDefinition,
  id: string,
  approve: boolean,
  asked: CommandRequest,
): Promise<CommandResult> {
  return change<ClaimRow>(context, asked, {
    authorize: async (tx) => authorizeDecision(tx, context, await claimById(tx, kind.number, id, true)),
    execute: async (tx, row) => {
      const current = () => kind.answer(row, context.timeZone);
      assertVersion(context, kind, row);
      assertAllowed(managerCan.decide(stateOf(row)), current);
      const parsed = parseManagerDecision(kind.number, approve, asked.body, toRupees(row.claim_amount));
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const after = await decide(tx, context, kind, row, approve, parsed.value);
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
  const done = await decidePendingClaims(
    tx,
    ids,
    UNDECIDED.manager,
    decisionColumns(context, kind, approve, remarks),
    approve,
    context.now,
  );
  // They are locked: a claim that is open and not decided here would be a bug, and nothing is committed.
  if (done.size !== ids.length) throw new Error('A locked claim moved on');
  const entries = open.map((row) =>
    auditOf(
      context,
      row,
      decided(context, kind, row, approve, { paise: approve ? row.claim_amount : 0, remarks }),
      approve,
    ),
  );
  await appendAudits(tx, entries, await lastAuditHashes(tx, ids));
  return ids;
}

/**
 * The manager approves each claim's own amount, or rejects, up to 100 at once: one transaction, each item judged by
 * itself (MGR-12).
 */
export async function decideManyClaims(
  context: Context,
  kind: ClaimDefinition,
  asked: CommandRequest,
): Promise<CommandResult> {
  return change<null>(context, asked, {
    authorize: async () => {
      if (!isApprover(context.actor)) throw forbidden();
      return null;
    },
    execute: async (tx) => {
      const parsed = parseBulkDecision(asked.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { ids, comments, approved, versions } = parsed.value;
      const { open, refused } = await sortOut(tx, kind, { ids, versions }, (row, seen) =>
        refusalOfItem(tx, context.actor, row, seen, { mayAct: mayDecideIt, can: managerCan.decide }),
      );
      const done = await decideOpen(tx, context, kind, open, approved, comments);
      const result: BulkResult = { done, refused };
      return { answer: { success: true, data: result }, recordId: null };
    },
  });
}
