import type { Kysely } from 'kysely';
import type { Delegation, Delegations } from '#contract/delegation.ts';
import {
  endDelegationVerdict,
  hasQueue,
  maySeeDelegation,
  maySetFor,
  overlapOf,
  overlapMessage,
  parseDelegation,
  standInFault,
  standInFull,
  stateOfDelegation,
  type Colleague,
} from '#domain/delegation.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, invalidRequest, movedOn, notFound, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import * as stored from './repository.ts';
import type { DelegationRow } from './repository.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { recordView } from '#server/platform/http/listing.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { personByEmail, type PersonRow, personById } from '#server/modules/people/index.ts';

const setterOf = ({ actor }: Context) => ({
  id: actor.id,
  isAdmin: actor.roles.includes('admin'),
  managerId: actor.managerId,
});
const partiesOf = (row: DelegationRow) => ({ managerId: row.manager_id, standInId: row.stand_in_id });
const stateOf = (context: Context, row: DelegationRow) =>
  stateOfDelegation({ from: row.from_day, to: row.to_day, endedAt: row.ended_at }, context.today);
const colleagueOf = (row: PersonRow | undefined): Colleague | null =>
  row ? { id: row.id, name: row.name, isManager: row.roles.includes('manager'), active: !row.disabled } : null;

function delegationAnswer(context: Context, row: DelegationRow): Delegation {
  const state = stateOf(context, row);
  return {
    delegationId: row.id,
    manager: { email: row.manager_email, name: row.manager_name },
    standIn: { email: row.stand_in_email, name: row.stand_in_name },
    from: dayMillis(row.from_day, context.timeZone),
    to: dayMillis(row.to_day, context.timeZone),
    state,
    setBy: row.creator_name,
    endedAt: row.ended_at,
    endedBy: row.ender_name,
    mayEnd: endDelegationVerdict(state).ok && maySeeDelegation(setterOf(context), partiesOf(row)),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What the audit log keeps of one. */
const snapshot = (
  row: Pick<DelegationRow, 'manager_id' | 'stand_in_id' | 'from_day' | 'to_day' | 'ended_at'>,
): Record<string, unknown> => ({
  managerId: row.manager_id,
  standInId: row.stand_in_id,
  from: row.from_day,
  to: row.to_day,
  ended: row.ended_at !== null,
});

const auditOf = (
  context: Doer,
  action: string,
  before: DelegationRow | null,
  after: Pick<DelegationRow, 'id' | 'version' | 'manager_id' | 'stand_in_id' | 'from_day' | 'to_day' | 'ended_at'>,
) => ({
  recordId: after.id,
  recordKind: 'delegation',
  version: after.version,
  at: context.now,
  actorId: context.actor.id,
  onBehalfOf: after.manager_id === context.actor.id ? null : after.manager_id,
  action,
  before: before && snapshot(before),
  after: snapshot(after),
  origin: context.origin,
  requestKey: context.key,
});

async function written(tx: Kysely<Tables>, id: string): Promise<DelegationRow> {
  const row = await stored.delegationById(tx, id);
  if (!row) throw new Error('A delegation that was just written is not there');
  return row;
}

/** Who stands in for a person and for whom that person stands in; another's for admins alone (DEL-8). */
export async function delegationsOf(context: Context, email: string | undefined): Promise<Delegations> {
  const { actor, today } = context;
  const { db } = context.services.database;
  let personId = actor.id;
  if (email !== undefined && email.toLowerCase() !== actor.email) {
    const person = actor.roles.includes('admin') ? await personByEmail(db, email) : undefined;
    if (!person) throw forbidden();
    await recordView(context, person.id, 'delegations');
    personId = person.id;
  }
  const list = async (side: 'manager_id' | 'stand_in_id') =>
    (await stored.delegationsOf(db, side, personId, today)).map((row) => delegationAnswer(context, row));
  return { given: await list('manager_id'), received: await list('stand_in_id') };
}

/**
 * Names a stand-in for a manager's queue, once for a key and in the log (DEL-9). The manager's row is held meanwhile:
 * of two at once for the same days one is refused (DEL-6).
 */
export async function createDelegation(context: Context, request: CommandRequest): Promise<CommandResult> {
  const { actor, now, key } = context;
  return change<string | null>(context, request, {
    authorize: async (tx) => {
      const named = (request.body as { manager?: unknown } | null)?.manager;
      const managerId =
        named === undefined || named === null
          ? actor.id
          : typeof named === 'string'
            ? ((await personByEmail(tx, named.trim()))?.id ?? null)
            : null;
      assertAllowed(maySetFor(setterOf(context), managerId));
      if (managerId === actor.id && !actor.roles.includes('manager'))
        throw forbidden('Only a manager has a queue to hand over.');
      return managerId;
    },
    execute: async (tx, managerId) => {
      const made = key === null ? undefined : await stored.delegationByKey(tx, actor.id, key);
      // The key outlives its stored answer: what it created is returned as it is now.
      if (made)
        return {
          answer: { success: true, data: delegationAnswer(context, await written(tx, made.id)) },
          recordId: made.id,
        };
      const parsed = parseDelegation(request.body, context);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { standIn, from, to } = parsed.value;
      const manager = managerId === null ? null : colleagueOf(await personById(tx, managerId));
      assertAllowed(hasQueue(manager));
      if (manager === null) throw notFound();
      const person = colleagueOf(await personByEmail(tx, standIn));
      const fault = standInFault(actor.id, manager, person);
      if (fault !== null || person === null) throw invalidRequest(fault ?? '', { standIn: fault ?? '' });
      const counting = (await stored.countingOf(tx, manager.id, context.today)).map((row) => ({
        row,
        name: row.stand_in_name,
        from: row.from_day,
        to: row.to_day,
      }));
      const other = overlapOf({ from, to }, counting);
      if (other)
        throw new Refusal('CONFLICT', overlapMessage(other), { current: delegationAnswer(context, other.row) });
      const full = standInFull(await stored.countingFor(tx, person.id, context.today));
      if (full !== null) throw invalidRequest(full, { standIn: full });
      const id = context.newId('DEL');
      const columns = {
        id,
        manager_id: manager.id,
        stand_in_id: person.id,
        from_day: from,
        to_day: to,
        created_by: actor.id,
        ended_at: null,
        ended_by: null,
        version: 1,
        creation_key: key,
        created_at: now,
        updated_at: now,
      };
      await stored.insertDelegation(tx, columns);
      await appendAudit(tx, auditOf(context, 'stand-in', null, columns), '');
      return {
        answer: { success: true, data: delegationAnswer(context, await written(tx, id)) },
        recordId: id,
        counted: 'stand-ins',
      };
    },
  });
}

/** Ends one at once, or calls off one that has not begun (DEL-8). Others get 404. */
export async function endDelegation(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const { actor, now } = context;
  return change<DelegationRow>(context, request, {
    authorize: async (tx) => {
      const row = await stored.lockDelegation(tx, id);
      if (!row || !maySeeDelegation(setterOf(context), partiesOf(row))) throw notFound();
      return row;
    },
    execute: async (tx, row) => {
      const current = (): Delegation => delegationAnswer(context, row);
      if (context.ifMatch !== null && context.ifMatch !== row.version)
        throw movedOn('VERSION_CONFLICT', { current: current() });
      assertAllowed(endDelegationVerdict(stateOf(context, row)), current);
      await stored.updateDelegation(tx, id, {
        ended_at: now,
        ended_by: actor.id,
        version: row.version + 1,
        updated_at: now,
      });
      const after = await written(tx, id);
      await appendAudit(
        tx,
        auditOf(context, 'stand-in-end', row, after),
        (await lastAuditHashes(tx, [id])).get(id) ?? '',
      );
      return { answer: { success: true, data: delegationAnswer(context, after) }, recordId: id };
    },
  });
}

/**
 * Ends every stand-in of somebody who leaves, whether they named one or are one (ORG-6). One transaction, the caller's.
 */
export async function endDelegationsOf(tx: Kysely<Tables>, doer: Doer, personId: string, today: Day): Promise<void> {
  for (const id of await stored.countingIds(tx, personId, today)) {
    const row = await stored.lockDelegation(tx, id);
    if (!row || row.ended_at !== null) continue;
    const ended = { ended_at: doer.now, ended_by: doer.actor.id, version: row.version + 1, updated_at: doer.now };
    await stored.updateDelegation(tx, id, ended);
    const entry = auditOf(doer, 'stand-in-end', row, { ...row, ...ended });
    await appendAudit(tx, entry, (await lastAuditHashes(tx, [id])).get(id) ?? '');
  }
}
