import type { Kysely } from 'kysely';
import { holdBody, type Hold } from '#contract/retention.ts';
import { MAX_HISTORY_ROWS } from '#contract/limits.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { missingIn, parseNeededRemarks } from '#domain/parsing.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { invalidRequest, notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { personById } from '#server/modules/people/index.ts';
import { recordById } from '#server/modules/records/index.ts';
import * as stored from './repository/holds.ts';
import { holdAnswer } from './settings.ts';

/** Legal holds on people, records and contacts of campaigns (RET-2, RET-6). */

async function answer(db: Kysely<Tables>, subjectId: string): Promise<{ success: true; data: Hold[] }> {
  return { success: true, data: (await stored.holdsOn(db, subjectId, MAX_HISTORY_ROWS)).map(holdAnswer) };
}

/** Holds on somebody or something. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function listHolds({ actor, services }: Context, subjectId: string): Promise<unknown> {
  assertAllowed(mayManageOrganisation(actor));
  return answer(services.database.db, subjectId);
}

function reasonOf(body: unknown): string {
  const given = (body as { reason?: unknown } | null)?.reason;
  const read = parseNeededRemarks(given, missingIn(holdBody.shape.reason));
  if ('message' in read) throw invalidRequest(read.message, { reason: read.message });
  return read.value;
}

interface Change {
  holdId: string;
  version: number;
  subjectId: string;
  /** Whom it is about: the person, or the owner of the record. */
  about: string | null;
  action: string;
  after: Record<string, unknown>;
}

async function audit(context: Context, tx: Kysely<Tables>, said: Change): Promise<void> {
  const { actor, now, origin, key } = context;
  const entry = {
    recordId: said.holdId,
    recordKind: 'hold',
    version: said.version,
    at: now,
    actorId: actor.id,
    onBehalfOf: said.about === actor.id ? null : said.about,
    action: said.action,
    before: null,
    after: { on: said.subjectId, ...said.after },
    origin,
    requestKey: key,
  };
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [said.holdId])).get(said.holdId) ?? '');
}

interface Subject {
  id: string;
  kind: stored.HoldRow['subject_kind'];
  /** Null: nobody of the organisation. */
  about: string | null;
}

/** Who or what an id names, records in any case, and whom that is about. */
async function subjectOf(tx: Kysely<Tables>, said: string): Promise<Subject> {
  const person = await personById(tx, said);
  if (person) return { id: said, kind: 'person', about: person.id };
  const id = said.toUpperCase();
  const record = await recordById(tx, id);
  const owner = record?.claim?.owner_id ?? record?.trip?.owner_id;
  if (owner !== undefined) return { id, kind: 'record', about: owner };
  if (await stored.isContact(tx, said)) return { id: said, kind: 'contact', about: null };
  throw notFound();
}

/** Holds a person, a record or a contact from now on: what is being erased waits, and stops before it. */
export function setHold(context: Context, said: string, request: CommandRequest): Promise<CommandResult> {
  const { actor, now } = context;
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(actor));
      return null;
    },
    execute: async (tx) => {
      await stored.lockHolds(tx);
      const { id: subjectId, kind, about } = await subjectOf(tx, said);
      const reason = reasonOf(request.body);
      if ((await stored.countLiving(tx, subjectId)) > 0) throw new Refusal('CONFLICT', 'There is a hold already.');
      const id = context.newId('LHD');
      const row = { id, subject_id: subjectId, subject_kind: kind, reason, set_by: actor.id, set_at: now };
      await stored.insertHold(tx, { ...row, lifted_by: null, lifted_at: null, lift_reason: null });
      await audit(context, tx, { holdId: id, version: 1, subjectId, about, action: 'hold-set', after: { reason } });
      return { answer: await answer(tx, subjectId), recordId: id };
    },
  });
}

/** Lifts a hold. */
export function liftHold(context: Context, holdId: string, request: CommandRequest): Promise<CommandResult> {
  const { actor, now } = context;
  return change<stored.HoldRow>(context, request, {
    authorize: async (tx) => {
      assertAllowed(mayManageOrganisation(actor));
      const hold = await stored.lockHold(tx, holdId);
      if (!hold) throw notFound();
      return hold;
    },
    execute: async (tx, hold) => {
      const reason = reasonOf(request.body);
      if (hold.lifted_at !== null) throw new Refusal('CONFLICT', 'This hold was lifted already.');
      const version = hold.version + 1;
      const subjectId = hold.subject_id;
      await stored.liftHold(tx, { id: holdId, lifted_by: actor.id, lifted_at: now, lift_reason: reason, version });
      const { about } = hold.subject_kind === 'contact' ? { about: null } : await subjectOf(tx, subjectId);
      await audit(context, tx, { holdId, version, subjectId, about, action: 'hold-lift', after: { reason } });
      return { answer: await answer(tx, subjectId), recordId: holdId };
    },
  });
}
