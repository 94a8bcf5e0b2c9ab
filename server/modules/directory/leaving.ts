import type { Kysely } from 'kysely';
import { leaveBody, type LeavingPreview } from '#contract/people.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { managerFault, mayLoseOrgAdmin, successorFault } from '#domain/directory.ts';
import type { Day } from '#domain/dates.ts';
import { invalidRequest, malformed, notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { handOverQueue } from '#server/modules/approvals/index.ts';
import { endDelegationsOf } from '#server/modules/delegations/index.ts';
import {
  dutiesOfManager,
  lineAbove,
  otherOrgAdmins,
  pendingWith,
  personByEmail,
  personById,
  type PersonRow,
} from '#server/modules/people/index.ts';
import { endLink, signOutEverywhere } from '#server/modules/session/index.ts';
import { answerOf, assertVersion, lockedPerson } from './commands.ts';
import { offerLink } from './leaverLinks.ts';
import { comeUnderManagerAtWork } from './lines.ts';
import { lineOf, namesOf, wholePerson, writeRow, type WholePersonRow } from './repository.ts';
import { auditPerson, giveRole } from './writing.ts';

/** Somebody leaves, or comes back. */

/** What would move, and to whom (ORG-6). Throws FORBIDDEN unless the actor is an organisation admin. */
export async function leavingOf(context: Context, id: string): Promise<LeavingPreview> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { db } = context.services.database;
  const row = await wholePerson(db, id);
  if (!row) throw notFound();
  const pending = await pendingWith(db, id);
  const above = row.manager_id === null ? undefined : await personById(db, row.manager_id);
  return {
    ...(await lineOf(db, id, context.today)),
    claims: pending.claims.length,
    trips: pending.trips.length,
    successor: above && !above.disabled ? { personId: above.id, name: above.name, email: above.email } : null,
  };
}

/** Who takes over: the one named, or the manager above. Refuses one who cannot (ORG-6). */
async function successorOf(
  tx: Kysely<Tables>,
  row: WholePersonRow,
  { named, needed }: { named: string | null; needed: boolean },
): Promise<PersonRow | null> {
  const above = row.manager_id === null ? undefined : await personById(tx, row.manager_id);
  const found =
    named === null ? (above?.disabled === false ? above : null) : ((await personByEmail(tx, named)) ?? null);
  const wrong = (message: string) => invalidRequest(message, { successor: message });
  if (named !== null && found === null) throw wrong('No active employee has this e-mail');
  const fault = successorFault(needed, found && { id: found.id, active: !found.disabled }, row.id);
  if (fault !== null) throw wrong(fault);
  if (found === null || (found.manager_id === row.id && row.manager_id !== null)) return found;
  const line = await namesOf(tx, await lineAbove(tx, found.id));
  const circle = managerFault(row.id, { id: found.id, name: found.name, active: true, above: line });
  if (circle !== null) throw wrong('Please name somebody who does not report to the person who leaves');
  return found;
}

/** What is done to a person who leaves, whoever says so: the screen, a file or a SCIM client (ORG-6). */
export async function leave(
  tx: Kysely<Tables>,
  doer: Doer,
  row: WholePersonRow,
  { successor: named, today }: { successor: string | null; today: Day },
): Promise<void> {
  if (row.disabled) return;
  assertAllowed(mayLoseOrgAdmin({ roles: row.roles, active: true }, await otherOrgAdmins(tx, row.id)));
  const { reports, pending } = await dutiesOfManager(tx, row.id);
  const needed = reports > 0 || pending > 0;
  const successor = needed || named !== null ? await successorOf(tx, row, { named, needed }) : null;
  if (successor && needed) {
    await giveRole(tx, doer, successor.id, 'manager');
    await handOverQueue(tx, doer, row.id, { successorId: successor.id, above: row.manager_id });
  }
  await endDelegationsOf(tx, doer, row.id, today);
  await signOutEverywhere(tx, { personId: row.id, now: doer.now, origin: doer.origin }, doer.actor.id);
  await writeRow(tx, row.id, { disabled: true, left_on: today, updated_at: doer.now });
  await offerLink(tx, row.id, doer.now);
  await auditPerson(tx, doer, row, {
    action: 'person-left',
    before: { leftOn: row.left_on },
    after: { leftOn: today },
  });
}

/** A person leaves: signed out everywhere at once, their queue handed over (ORG-6). */
export function leavePerson(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<WholePersonRow>(context, request, {
    authorize: (tx) => lockedPerson(context, tx, id),
    execute: async (tx, row) => {
      await assertVersion(context, tx, row);
      const body = leaveBody.safeParse(request.body);
      if (!body.success) throw malformed('The body needs a successor, or null.', 'successor');
      const successor = body.data.successor?.trim() ?? '';
      await leave(tx, context, row, { successor: successor === '' ? null : successor, today: context.today });
      return answerOf(context, tx, id);
    },
  });
}

/**
 * Lets a person who left sign in again; reports and roles they had stay as they are now. A manager who has left
 * meanwhile decides nothing any more: the next one above who is at work takes their place (ORG-6). The link for who has
 * left ends (ORG-41).
 */
export async function comeBack(tx: Kysely<Tables>, doer: Doer, row: WholePersonRow): Promise<void> {
  if (!row.disabled) return;
  await comeUnderManagerAtWork(tx, doer, row);
  await endLink(tx, doer, row.id);
  await writeRow(tx, row.id, { disabled: false, left_on: null, updated_at: doer.now });
  await auditPerson(tx, doer, row, {
    action: 'person-returned',
    before: { leftOn: row.left_on },
    after: { leftOn: null },
  });
}

export function returnPerson(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<WholePersonRow>(context, request, {
    authorize: (tx) => lockedPerson(context, tx, id),
    execute: async (tx, row) => {
      await assertVersion(context, tx, row);
      await comeBack(tx, context, row);
      return answerOf(context, tx, id);
    },
  });
}
