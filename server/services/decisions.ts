import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { SENTENCES } from '#contract/error.ts';
import { afterManagerDecision, managerCan, mayDecide, readBulkDecision, readManagerDecision, UNDECIDED, type ManagerDecisionInput } from '#domain/approval.ts';
import { toRupees } from '#domain/money.ts';
import type { Tables } from '#server/database/tables.ts';
import { forbidden, invalid, notFound, Refusal } from '#server/errors.ts';
import { demandVisible, maySeeClaim } from '#server/policies/claims.ts';
import { demand } from '#server/policies/demand.ts';
import { claimById, claimsById, decidePendingClaims, lastAuditHashes, updatePendingClaim, type ClaimRow } from '#server/repositories/claims.ts';
import { appendAudit, appendAudits, type AuditEntry } from './audit.ts';
import { change, type Asked, type Carried } from './change.ts';
import { claimSnapshot, localExpenseAnswer } from './claimAnswer.ts';
import type { Context } from './context.ts';
import { demandVersion, stateOf } from './localExpenses.ts';

const KIND = PRIMARY_EXPENSE_TYPE.local;

const ALREADY_DECIDED = 'This request was already decided.';

const isManager = (context: Context): boolean => context.actor.roles.includes('manager');

/** Refuses in the order of wire.md: one's own, an invisible one, one that is not this person's to decide. */
async function admitDecision(tx: Kysely<Tables>, context: Context, row: ClaimRow | undefined): Promise<ClaimRow> {
  const { actor } = context;
  if (row?.owner_id === actor.id) throw forbidden(SENTENCES.ownRequest);
  const seen = await demandVisible(tx, actor, row);
  if (!isManager(context)) throw forbidden();
  demand(mayDecide({ actorId: actor.id, ownerId: seen.owner_id, managerId: seen.manager_id }));
  return seen;
}

const decisionColumns = (context: Context, approve: boolean, remarks: string | null) => ({
  manager_status: afterManagerDecision(KIND, approve), manager_remarks: remarks, manager_decided_at: context.now, manager_decided_by: context.actor.id,
});

/** The row after a decision, without asking the database again. */
const decided = (context: Context, row: ClaimRow, approve: boolean, input: ManagerDecisionInput): ClaimRow => ({
  ...row, ...decisionColumns(context, approve, input.remarks), manager_amount: input.paise, decider_name: context.actor.name, version: row.version + 1, updated_at: context.now,
});

const auditOf = (context: Context, before: ClaimRow, after: ClaimRow, approve: boolean): AuditEntry => ({
  recordId: before.id, recordKind: 'claim', version: after.version, at: context.now, actorId: context.actor.id, action: approve ? 'manager-approve' : 'manager-reject',
  before: claimSnapshot(before), after: claimSnapshot(after), origin: context.origin, requestKey: context.key,
});

/** Writes one decision. The status and the version stand in the statement's own condition: of many at once one wins (reliability A1). */
async function decide(tx: Kysely<Tables>, context: Context, row: ClaimRow, approve: boolean, input: ManagerDecisionInput): Promise<ClaimRow> {
  if (!(await updatePendingClaim(tx, row, { ...decisionColumns(context, approve, input.remarks), manager_amount: input.paise }, context.now))) {
    const current = await claimById(tx, KIND, row.id, false);
    throw new Refusal('CONFLICT', ALREADY_DECIDED, current ? { current: localExpenseAnswer(current, context.timeZone) } : {});
  }
  const after = decided(context, row, approve, input);
  await appendAudit(tx, auditOf(context, row, after, approve), (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '');
  return after;
}

/** The manager approves or rejects one local expense. */
export async function decideLocalExpense(context: Context, id: string, approve: boolean, asked: Asked): Promise<Carried> {
  return change<ClaimRow>(context, asked, {
    admit: async (tx) => admitDecision(tx, context, await claimById(tx, KIND, id, true)),
    carryOut: async (tx, row) => {
      const current = () => localExpenseAnswer(row, context.timeZone);
      demandVersion(context, row);
      demand(managerCan.decide(stateOf(row)), current);
      const read = readManagerDecision(KIND, approve, asked.body, toRupees(row.claim_amount));
      if (!read.ok) throw invalid(read.message, read.errors);
      const after = await decide(tx, context, row, approve, read.value);
      return { answer: { success: true, data: localExpenseAnswer(after, context.timeZone) }, recordId: id };
    },
  });
}

/** Why one item of many is not decided; null when nothing stands against it. */
async function refusalOfItem(tx: Kysely<Tables>, context: Context, row: ClaimRow | undefined, seenVersion: number | undefined): Promise<Refusal | null> {
  const { actor } = context;
  if (row?.owner_id === actor.id) return forbidden(SENTENCES.ownRequest);
  if (!row || !(await maySeeClaim(tx, actor, row))) return notFound();
  const may = mayDecide({ actorId: actor.id, ownerId: row.owner_id, managerId: row.manager_id });
  if (!may.ok) return new Refusal(may.code, may.sentence);
  if (seenVersion !== undefined && seenVersion !== row.version) return new Refusal('VERSION_CONFLICT', 'This was changed in the meantime.');
  const can = managerCan.decide(stateOf(row));
  return can.ok ? null : new Refusal(can.code, can.sentence);
}

/** Decides what nothing stands against: one statement for the claims, one for their audit rows. */
async function decideOpen(tx: Kysely<Tables>, context: Context, open: readonly ClaimRow[], approve: boolean, remarks: string | null): Promise<string[]> {
  const ids = open.map((row) => row.id);
  const done = await decidePendingClaims(tx, ids, UNDECIDED.manager, decisionColumns(context, approve, remarks), approve, context.now);
  // They are locked: a claim that is open and not decided here would be a fault of ours, and nothing is committed.
  if (done.size !== ids.length) throw new Error('A locked claim moved on');
  const entries = open.map((row) => auditOf(context, row, decided(context, row, approve, { paise: approve ? row.claim_amount : 0, remarks }), approve));
  await appendAudits(tx, entries, await lastAuditHashes(tx, ids));
  return ids;
}

/**
 * The manager approves each claim's own amount, or rejects, up to 100 at once: one transaction, each item judged by itself, locked in the
 * order of their ids so that two of these never wait for each other (wire.md, 'Bulk'; reliability A6).
 */
export async function decideManyLocalExpenses(context: Context, asked: Asked): Promise<Carried> {
  return change<null>(context, asked, {
    admit: async () => {
      if (!isManager(context)) throw forbidden();
      return null;
    },
    carryOut: async (tx) => {
      const read = readBulkDecision(asked.body);
      if (!read.ok) throw invalid(read.message, read.errors);
      const { ids, comments, approved, versions } = read.value;
      const rows = new Map((await claimsById(tx, KIND, ids.toSorted(), true)).map((row) => [row.id, row]));
      const open: ClaimRow[] = [];
      const refused: BulkResult['refused'] = [];
      for (const id of ids) {
        const row = rows.get(id);
        const refusal = await refusalOfItem(tx, context, row, Object.hasOwn(versions, id) ? versions[id] : undefined);
        if (refusal) refused.push({ id, code: refusal.code, message: refusal.message });
        else if (row) open.push(row);
      }
      const done = await decideOpen(tx, context, open, approved, comments);
      const result: BulkResult = { done, refused };
      return { answer: { success: true, data: result }, recordId: null };
    },
  });
}
