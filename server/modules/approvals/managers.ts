import type { Kysely } from 'kysely';
import { managerBody, type ManagerChange } from '#contract/user.ts';
import { mayBecomeManagerOf, mayChangeManager } from '#domain/managers.ts';
import { statusOf } from '#domain/status.ts';
import { isCancelled } from '#domain/trip.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { handOverClaims, reportsOf } from './repository/handOver.ts';
import { batchesOf } from '#server/platform/base/concurrency.ts';
import { appendManyAudits } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { claimsWherever, claimAudit } from '#server/modules/claims/index.ts';
import {
  holdReportingLines,
  lineAbove,
  personByEmail,
  lockManagersOf,
  pendingOf,
  pendingWith,
  writeManagers,
} from '#server/modules/people/index.ts';
import { changeTrips, tripsById, type TripRow, tripStateOf, tripAudit } from '#server/modules/trips/index.ts';

const ACTION = 'manager-changed';

/** A line of thousands moves by so many at a time: no statement is large, and others get their turn (S1). */
const AT_ONCE = 1_000;

/**
 * Claims that no manager has decided go to the new one, each with its row in the log; the totals follow by themselves.
 */
async function moveClaims(
  tx: Kysely<Tables>,
  doer: Doer,
  pending: readonly string[],
  managerId: string,
): Promise<number> {
  let moved = 0;
  for await (const some of batchesOf(pending, AT_ONCE)) {
    const rows = (await claimsWherever(tx, some)).filter(
      (row) => statusOf(row.manager_status) === 'pending' && row.withdrawn_at === null,
    );
    const ids = rows.map((row) => row.id);
    await handOverClaims(tx, ids, managerId, doer.now);
    const entries = rows.map((row) =>
      claimAudit(doer, ACTION, row, { ...row, manager_id: managerId, version: row.version + 1, updated_at: doer.now }),
    );
    await appendManyAudits(tx, entries, await lastAuditHashes(tx, ids));
    moved += ids.length;
  }
  return moved;
}

async function moveTrips(
  tx: Kysely<Tables>,
  doer: Doer,
  pending: readonly string[],
  managerId: string,
): Promise<number> {
  let moved = 0;
  for await (const some of batchesOf(pending, AT_ONCE)) {
    const rows = (await tripsById(tx, some, 'change')).filter(
      (row: TripRow) => statusOf(row.manager_status) === 'pending' && !isCancelled(tripStateOf(row)),
    );
    const ids = rows.map((row) => row.id);
    await changeTrips(tx, ids, { manager_id: managerId }, doer.now);
    const entries = rows.map((row) =>
      tripAudit(doer, ACTION, row, { ...row, manager_id: managerId, version: row.version + 1, updated_at: doer.now }),
    );
    await appendManyAudits(tx, entries, await lastAuditHashes(tx, ids));
    moved += ids.length;
  }
  return moved;
}

/**
 * Gives people another manager, and with them whatever of theirs waits for a manager's decision; what was decided stays
 * with who decided it (ACC-19). One transaction, the caller's, which has judged the new manager under
 * `holdReportingLines`. The people's rows are held meanwhile, and requests are locked in the order of their ids.
 * Answers how many moved.
 */
async function changeManagers(
  tx: Kysely<Tables>,
  doer: Doer,
  people: readonly string[],
  managerId: string,
): Promise<Pick<ManagerChange, 'claims' | 'trips'>> {
  const moved = { claims: 0, trips: 0 };
  for await (const some of batchesOf(people, AT_ONCE)) {
    const others = (await lockManagersOf(tx, some)).filter((person) => person.manager_id !== managerId);
    await writeManagers(
      tx,
      others.map(({ id }) => id),
      managerId,
      doer.now,
    );
    const entries = others.map((person) => ({
      recordId: newId('MGC', doer.now),
      recordKind: 'person',
      version: 1,
      at: doer.now,
      actorId: doer.actor.id,
      onBehalfOf: person.id,
      action: ACTION,
      before: { managerId: person.manager_id },
      after: { managerId },
      origin: doer.origin,
      requestKey: doer.key,
    }));
    await appendManyAudits(tx, entries, new Map());
    const pending = await pendingOf(tx, some, managerId);
    moved.claims += await moveClaims(tx, doer, pending.claims, managerId);
    moved.trips += await moveTrips(tx, doer, pending.trips, managerId);
  }
  return moved;
}

/** The same of one person; an import of the directory calls it as an admin's change does. */
export const changeManager = (
  tx: Kysely<Tables>,
  doer: Doer,
  personId: string,
  managerId: string,
): Promise<Pick<ManagerChange, 'claims' | 'trips'>> => changeManagers(tx, doer, [personId], managerId);

/**
 * Everything that waits for the decision of somebody who leaves goes to a successor: their reports with what is pending
 * of theirs, and requests of people who have another manager by now (ORG-6). A successor who reported to the leaver
 * comes under `above` in their place. One transaction, the caller's, which holds the reporting lines.
 */
export async function handOverQueue(
  tx: Kysely<Tables>,
  doer: Doer,
  leaverId: string,
  { successorId, above }: { successorId: string; above: string | null },
): Promise<void> {
  const reports = await reportsOf(tx, leaverId);
  const others = reports.filter((id) => id !== successorId);
  if (others.length < reports.length) {
    if (above === null) throw new Error('A successor would report to themselves');
    await changeManager(tx, doer, successorId, above);
  }
  await changeManagers(tx, doer, others, successorId);
  const pending = await pendingWith(tx, leaverId);
  await moveClaims(tx, doer, pending.claims, successorId);
  await moveTrips(tx, doer, pending.trips, successorId);
}

/** An admin gives a person another manager (ACC-20). */
export async function changeManagerOf(context: Context, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayChangeManager({ isAdmin: context.actor.roles.includes('admin') }));
      return null;
    },
    execute: async (tx) => {
      const body = managerBody.safeParse(request.body);
      if (!body.success) {
        const issue = body.error.issues[0];
        throw invalidRequest(issue?.message ?? '', { [String(issue?.path[0] ?? 'email')]: issue?.message ?? '' });
      }
      await holdReportingLines(tx);
      const person = await personByEmail(tx, body.data.email.trim());
      const manager = await personByEmail(tx, body.data.manager.trim());
      const namesOf = (row: typeof person) =>
        row ? { id: row.id, active: !row.disabled, isManager: row.roles.includes('manager') } : null;
      const above = manager ? await lineAbove(tx, manager.id) : [];
      const read = mayBecomeManagerOf({
        actorId: context.actor.id,
        standsInFor: context.actor.standsInFor,
        person: namesOf(person),
        manager: namesOf(manager),
        aboveManager: above,
      });
      if (!read.ok) throw invalidRequest(read.message, read.errors);
      if (!person || !manager) throw new Error('People who were judged are not there');
      const moved = await changeManager(tx, context, person.id, manager.id);
      return {
        answer: {
          success: true,
          data: { email: person.email, manager: manager.email, ...moved } satisfies ManagerChange,
        },
        recordId: person.id,
      };
    },
  });
}
