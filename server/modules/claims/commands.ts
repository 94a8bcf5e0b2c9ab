import type { Kysely } from 'kysely';
import { mayChange } from '#domain/access.ts';
import { UNDECIDED } from '#domain/status.ts';
import type { Day } from '#domain/dates.ts';
import type { NamedBill } from '#domain/parsing.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { ClaimDefinition } from './kind.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { fileGone, movedOn } from '#server/platform/base/errors.ts';
import { assertVisibleClaim } from './policy.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import {
  claimByCreationKey,
  claimById,
  replaceBills,
  updateJudgedClaim,
  type ClaimChanges,
  type ClaimRow,
  type NewClaim,
} from './repository/claims.ts';
import { uploadsOf } from '#server/platform/uploads/repository/files.ts';
import { appendAudit, type AuditEntry } from '#server/platform/audit/audit.ts';
import {
  change,
  type CommandRequest,
  type CommandResult,
  type CommandOutcome,
} from '#server/platform/idempotency/change.ts';
import { claimSnapshot } from './presenter.ts';
import type { Readings } from './readings.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { mayBeMade } from '#server/platform/limits/creationQuota.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';

/** What owners do with their claims, whatever the kind; what a kind has of its own is in its module. */

export const answerOf = (context: Context, kind: ClaimDefinition, row: ClaimRow) => ({
  success: true as const,
  data: kind.answer(row, context.timeZone),
});

/** A claim that this very change wrote. */
export async function written(tx: Kysely<Tables>, kind: ClaimDefinition, id: string): Promise<ClaimRow> {
  const row = await claimById(tx, kind.number, id, false);
  if (!row) throw new Error('A claim that was just written is not there');
  return row;
}

/**
 * The bills of a claim with the names they go by. A fingerPrint is a name, not a permission: only who uploaded the
 * bytes, or whose claim carries them already, may put them on it (DOC-5). Others and lost
 * ones alike: 409 FILE_GONE (DOC-9).
 */
export async function billsOf<Known extends { name: string }>(
  context: Context,
  bills: readonly NamedBill[],
  known: ReadonlyMap<string, Known>,
): Promise<(Known & { fingerPrint: string })[]> {
  const found = await Promise.all(
    bills.map(async (bill) => {
      const uploaded = known.get(bill.fingerPrint);
      return uploaded && (await context.services.files.has(bill.fingerPrint))
        ? { ...uploaded, fingerPrint: bill.fingerPrint, name: bill.name ?? uploaded.name }
        : null;
    }),
  );
  const there = found.filter((bill) => bill !== null);
  if (there.length < bills.length) throw fileGone();
  return there;
}

/** The same inside a change: of a claim that carries `already`. */
export async function billsFor(
  tx: Kysely<Tables>,
  context: Context,
  bills: readonly NamedBill[],
  already: ClaimRow['bills'],
): Promise<{ fingerPrint: string; name: string }[]> {
  const uploaded = await uploadsOf(
    tx,
    context.actor.id,
    bills.map((bill) => bill.fingerPrint),
  );
  const carried = already.map((bill) => [bill.fingerPrint, bill.name] as const);
  return billsOf(
    context,
    bills,
    new Map([...uploaded, ...carried].map(([fingerPrint, name]) => [fingerPrint, { name }])),
  );
}

/** The columns of a claim that the actor files: nobody has decided anything about it. */
export function newClaim(
  context: Context,
  kind: ClaimDefinition,
  input: { type: string; day: Day; paise: number; remarks: string; furtherType?: string },
  of: { managerId: string | null; tripId: string | null; policyWarning: string | null },
): NewClaim {
  const { actor, now, key, saved } = context;
  return {
    id: context.newId(kind.prefix),
    kind: kind.number,
    owner_id: actor.id,
    manager_id: of.managerId,
    type: input.type,
    expense_date: input.day,
    claim_amount: input.paise,
    remarks: input.remarks,
    trip_id: of.tripId,
    manager_status: UNDECIDED.manager,
    finance_status: UNDECIDED.finance,
    creation_key: key,
    version: 1,
    created_at: saved.createdAt,
    updated_at: now,
    saved_at: saved.at,
    further_type: input.furtherType ?? null,
    policy_warning: of.policyWarning,
  };
}

/**
 * Runs a creation. The key outlives its stored answer in a unique column: what it created is returned as it is now, and
 * nothing is created twice.
 */
export async function makeOnce(
  context: Context,
  kind: ClaimDefinition,
  run: () => Promise<CommandResult>,
): Promise<CommandResult> {
  try {
    return await run();
  } catch (error) {
    if (!mayBeMade(error) || context.key === null) throw error;
    const { db } = context.services.database;
    const made = await claimByCreationKey(db, context.actor.id, context.key);
    if (made?.kind !== kind.number) throw error;
    return { body: JSON.stringify(answerOf(context, kind, await written(db, kind, made.id))), replayed: true };
  }
}

/** A version other than the one the change was made on: 409 with the current record (LOC-17, OB-10). */
export function assertVersion(context: Context, kind: ClaimDefinition, row: ClaimRow): void {
  if (context.ifMatch !== null && context.ifMatch !== row.version) {
    throw movedOn('VERSION_CONFLICT', { current: kind.answer(row, context.timeZone) });
  }
}

/**
 * What the log keeps beside the record: when its owner saved the change on a device, and when it was created, where
 * that was not now (TM-2, TM-5).
 */
export const loggedBackdating = ({ now, saved }: Pick<Context, 'now' | 'saved'>): Record<string, unknown> => ({
  ...(saved.at !== null && { savedAt: saved.at }),
  ...(saved.createdAt !== now && { reachedAt: saved.createdAt }),
});

/** An audit row of a change that its owner made. */
export const ownersAudit = (context: Context, action: string, before: ClaimRow | null, after: ClaimRow): AuditEntry => {
  const entry = claimAudit(context, action, before, after);
  return { ...entry, after: { ...entry.after, ...loggedBackdating(context) } };
};

export const claimAudit = (context: Doer, action: string, before: ClaimRow | null, after: ClaimRow): AuditEntry => ({
  recordId: after.id,
  recordKind: 'claim',
  version: after.version,
  at: context.now,
  actorId: context.actor.id,
  action,
  before: before && claimSnapshot(before),
  after: claimSnapshot(after),
  origin: context.origin,
  requestKey: context.key,
});

/** The claim that its owner wants to change, locked. */
async function authorizeOwner(
  tx: Kysely<Tables>,
  context: Context,
  kind: ClaimDefinition,
  id: string,
): Promise<ClaimRow> {
  const row = await assertVisibleClaim(tx, context.actor, await claimById(tx, kind.number, id, true));
  assertAllowed(mayChange(context.actor, { ownerId: row.owner_id }));
  return row;
}

interface OwnersChange {
  action: string;
  /** May this be done in the claim's current state? */
  may: (row: ClaimRow) => Verdict;
  /** What it comes to. `bills` absent: they stay. */
  prepare: (
    tx: Kysely<Tables>,
    row: ClaimRow,
  ) => Promise<{ columns: ClaimChanges; bills?: { fingerPrint: string; name: string }[]; readings?: Readings }>;
}

/**
 * One change of a claim by its owner: version, state and fields are judged in this order, then claim, bills and audit
 * row are written.
 */
function ownersChange(
  context: Context,
  kind: ClaimDefinition,
  id: string,
  request: CommandRequest,
  step: OwnersChange,
): Promise<CommandResult> {
  const execute = async (tx: Kysely<Tables>, row: ClaimRow): Promise<CommandOutcome> => {
    assertVersion(context, kind, row);
    assertAllowed(step.may(row), () => kind.answer(row, context.timeZone));
    const { columns, bills, readings } = await step.prepare(tx, row);
    if (!(await updateJudgedClaim(tx, row, columns, context.now))) {
      throw movedOn('CONFLICT', { current: kind.answer(await written(tx, kind, id), context.timeZone) });
    }
    if (bills) await replaceBills(tx, id, bills, readings);
    const after = await written(tx, kind, id);
    await appendAudit(
      tx,
      ownersAudit(context, step.action, row, after),
      (await lastAuditHashes(tx, [id])).get(id) ?? '',
    );
    return { answer: answerOf(context, kind, after), recordId: id };
  };
  return change<ClaimRow>(context, request, {
    authorize: (tx) => authorizeOwner(tx, context, kind, id),
    execute,
    rebuildAnswer: async (_tx, row) => answerOf(context, kind, row),
  });
}

/** Changes a claim while its kind lets its owner do so (LOC-11, TRV-4, CNV-1). */
export function updateClaim(
  context: Context,
  kind: ClaimDefinition,
  id: string,
  request: CommandRequest,
): Promise<CommandResult> {
  return ownersChange(context, kind, id, request, {
    action: 'edit',
    may: (row) => kind.mayEdit(row),
    prepare: async (tx, row) => {
      const { bills, ...edit } = await kind.readEdit(tx, context, row, request.body);
      return { ...edit, bills: await billsFor(tx, context, bills, row.bills) };
    },
  });
}

/**
 * Withdraws a claim while its manager has not decided: it leaves every queue and every total, and stays where its owner
 * keeps it (LOC-25, TRV-4).
 */
export function withdrawClaim(
  context: Context,
  kind: ClaimDefinition,
  id: string,
  request: CommandRequest,
): Promise<CommandResult> {
  return ownersChange(context, kind, id, request, {
    action: 'withdraw',
    may: (row) => kind.mayWithdraw(row),
    prepare: async () => ({ columns: { withdrawn_at: context.now } }),
  });
}
