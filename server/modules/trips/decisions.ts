import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { parseBulkDecision, parseTripDecision, afterManagerDecision } from '#domain/approval.ts';
import {
  adminCan,
  afterAdminDecision,
  managerTripCan,
  mayActOnTrip,
  parseAdminDecision,
} from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, invalidRequest, movedOn, notFound, type Refusal } from '#server/platform/base/errors.ts';
import { maySeeTrip } from './policy.ts';
import { changeTrips, tripsById, type TripChanges, type TripRow } from './repository/trips.ts';
import { appendAudits } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { verdictRefusal } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { tripStateOf } from './presenter.ts';
import { tripAudit, writeTrip, act, isIn, mayAct, type Office } from './change.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { onBehalfOf } from '#server/modules/people/index.ts';

interface Decision {
  can: (row: TripRow) => Verdict;
  action: string;
  changes: (remarks: string | null) => TripChanges;
  /** On whose behalf it is decided, if on somebody's. */
  instead: (row: TripRow) => string | null;
}

function decisionOf(context: Context, office: Office, approve: boolean): Decision {
  const { actor, now } = context;
  const action = `${office}-${approve ? 'approve' : 'reject'}`;
  if (office === 'manager') {
    const changes = (remarks: string | null) => ({
      manager_status: afterManagerDecision('trip', approve),
      manager_remarks: remarks,
      manager_decided_at: now,
      manager_decided_by: actor.id,
    });
    return {
      can: (row) => managerTripCan.decide(tripStateOf(row)),
      action,
      changes,
      instead: (row) => onBehalfOf(actor, row),
    };
  }
  const changes = (remarks: string | null) => ({
    admin_status: afterAdminDecision(approve),
    admin_remarks: remarks,
    admin_decided_at: now,
    admin_decided_by: actor.id,
  });
  return { can: (row) => adminCan.decide(tripStateOf(row)), action, changes, instead: () => null };
}

/** A manager or an admin approves or rejects one trip (MGR-8, ADM-1). */
export function decideTrip(
  context: Context,
  office: Office,
  id: string,
  approve: boolean,
  request: CommandRequest,
): Promise<CommandResult> {
  const decision = decisionOf(context, office, approve);
  return act(context, office, id, request, decision.can, async (tx, row) => {
    const parsed =
      office === 'manager' ? parseTripDecision(approve, request.body) : parseAdminDecision(approve, request.body);
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    return writeTrip(tx, context, row, decision.changes(parsed.value.remarks), decision.action, decision.instead(row));
  });
}

/** Why one trip of many is not decided; null when it can be decided. */
async function refusalOfItem(
  tx: Kysely<Tables>,
  context: Context,
  office: Office,
  row: TripRow | undefined,
  seenVersion: number | undefined,
  can: Decision['can'],
): Promise<Refusal | null> {
  const own = row ? verdictRefusal(mayActOnTrip(context.actor.id, { ownerId: row.owner_id })) : null;
  if (own) return own;
  if (!row || !(await maySeeTrip(tx, context.actor, row))) return notFound();
  const may = verdictRefusal(mayAct(context, office, row));
  if (may) return may;
  if (seenVersion !== undefined && seenVersion !== row.version) return movedOn('VERSION_CONFLICT');
  return verdictRefusal(can(row));
}

/**
 * Decides up to 100 trips at once: one transaction, each judged by itself, locked in the order of their ids (MGR-12).
 */
export function decideManyTrips(context: Context, office: Office, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => {
      if (!isIn(context, office)) throw forbidden();
      return null;
    },
    execute: async (tx) => {
      const parsed = parseBulkDecision(request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { ids, comments, approved, versions } = parsed.value;
      const decision = decisionOf(context, office, approved);
      const rows = new Map((await tripsById(tx, ids, 'change')).map((row) => [row.id, row]));
      const open: TripRow[] = [];
      const refused: BulkResult['refused'] = [];
      for (const id of ids) {
        const row = rows.get(id);
        const refusal = await refusalOfItem(
          tx,
          context,
          office,
          row,
          Object.hasOwn(versions, id) ? versions[id] : undefined,
          decision.can,
        );
        if (refusal) refused.push({ id, code: refusal.code, message: refusal.message });
        else if (row) open.push(row);
      }
      const done = open.map((row) => row.id);
      const changes = decision.changes(comments);
      await changeTrips(tx, done, changes, context.now);
      const audit = open.map((row) =>
        tripAudit(
          context,
          decision.action,
          row,
          { ...row, ...changes, version: row.version + 1, updated_at: context.now } as TripRow,
          decision.instead(row),
        ),
      );
      await appendAudits(tx, audit, await lastAuditHashes(tx, done));
      return { answer: { success: true, data: { done, refused } satisfies BulkResult }, recordId: null };
    },
  });
}
