import type { Kysely } from 'kysely';
import { MAX_SESSIONS_LISTED } from '#contract/limits.ts';
import type { LivingSession } from '#contract/session.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { describeDevice, describeSignIn } from '#domain/device.ts';
import { notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context, Doer } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import {
  change,
  type CommandOutcome,
  type CommandRequest,
  type CommandResult,
} from '#server/platform/idempotency/change.ts';
import { personById } from '#server/modules/people/index.ts';
import { auditSignOut, auditSignOuts, hashBeginningOf, sessionRecordId, signInWays } from './accessAudit.ts';
import { endLeaverLink } from './repository/leaverLinks.ts';
import { endSession, endSessionsOf, hashBeginning, livingSessionsOf, sessionLifetimes } from './repository/sessions.ts';

/** Where people are signed in, and how that ends (S17, SES-40). `asking`: the hash of the token of the call. */

const THIS_SESSION = 'You are using this session now. To end it, use Logout.';

/** The places where one is signed in; `more`: there are others, not used for longer. */
export interface LivingSessions {
  data: LivingSession[];
  more?: true;
}

async function sessionsOf({ services, now }: Context, personId: string, asking: string): Promise<LivingSessions> {
  const { db } = services.database;
  const lifetimes = sessionLifetimes(services.env);
  const found = await livingSessionsOf(db, personId, { now, most: MAX_SESSIONS_LISTED + 1, lifetimes });
  const rows = found.slice(0, MAX_SESSIONS_LISTED);
  const ways = await signInWays(
    db,
    rows.map((row) => sessionRecordId(row.token_hash)),
  );
  const data = rows.map((row) => {
    const sessionId = sessionRecordId(row.token_hash);
    return {
      sessionId,
      device: describeDevice(row.user_agent),
      way: describeSignIn(ways.get(sessionId) ?? null, row.provider),
      signedInAt: row.created_at,
      lastUsedAt: row.last_used_at,
      current: row.token_hash === asking,
    };
  });
  return { data, ...(found.length > rows.length && { more: true }) };
}

/** Where the asking person is signed in. */
export const ownSessions = (context: Context, asking: string): Promise<LivingSessions> =>
  sessionsOf(context, context.actor.id, asking);

/** Where a person is signed in. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function sessionsOfPerson(context: Context, personId: string, asking: string): Promise<LivingSessions> {
  assertAllowed(mayManageOrganisation(context.actor));
  if (!(await personById(context.services.database.db, personId))) throw notFound();
  return sessionsOf(context, personId, asking);
}

/**
 * Ends another session of the asking person (SES-41); one that has ended already is left as it is. Throws NOT_FOUND for
 * somebody else's, CONFLICT for the one that asks.
 */
export function endOwnSession(
  context: Context,
  { id, asking }: { id: string; asking: string },
  request: CommandRequest,
): Promise<CommandResult> {
  return change<string>(context, request, {
    authorize: async (tx) => {
      const beginning = hashBeginningOf(id);
      const found = beginning === null ? undefined : await hashBeginning(tx, context.actor.id, beginning);
      if (found === undefined) throw notFound();
      return found;
    },
    execute: async (tx, tokenHash) => {
      if (tokenHash === asking) throw new Refusal('CONFLICT', THIS_SESSION);
      const personId = await endSession(tx, tokenHash, context.now);
      if (personId !== null) await auditSignOut(tx, { ...context, tokenHash, personId }, context.actor.id);
      return { answer: { success: true, data: { ended: personId === null ? 0 : 1 } }, recordId: id };
    },
  });
}

/**
 * Ends all sessions of a person, but the one with the token hash `except`, with a row in the log for each; answers how
 * many. `actorId`: who does it.
 */
export async function signOutEverywhere(
  tx: Kysely<Tables>,
  act: { personId: string; now: number; origin: string },
  actorId: string | null,
  except: string | null = null,
): Promise<number> {
  const hashes = await endSessionsOf(tx, act.personId, act.now, except);
  const { personId } = act;
  await auditSignOuts(
    tx,
    hashes.map((tokenHash) => ({ tokenHash, personId })),
    act,
    actorId,
  );
  return hashes.length;
}

/**
 * Ends the link by which somebody who has left sends what they saved, with whatever sessions they have, and a row in
 * the log (ORG-41). Nothing happens where there is none.
 */
export async function endLink(
  tx: Kysely<Tables>,
  { now, origin, actor }: Pick<Doer, 'now' | 'origin' | 'actor'>,
  personId: string,
): Promise<void> {
  if (!(await endLeaverLink(tx, personId))) return;
  await signOutEverywhere(tx, { personId, now, origin }, actor.id);
  const what = { recordId: newId('LNK', now), recordKind: 'session', version: 1, before: null, after: null };
  const who = { at: now, actorId: actor.id, onBehalfOf: personId, origin };
  await appendAudit(tx, { ...what, ...who, action: 'leaver-link-ended' }, '');
}

/** Ends all sessions of a person but the one that asks. */
async function endAll(
  { now, origin, actor }: Context,
  tx: Kysely<Tables>,
  personId: string,
  asking: string,
): Promise<CommandOutcome> {
  const ended = await signOutEverywhere(tx, { personId, now, origin }, actor.id, asking);
  return { answer: { success: true, data: { ended } }, recordId: personId };
}

/** Signs the asking person out everywhere else (SES-41). */
export function endOtherSessions(context: Context, asking: string, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => null,
    execute: (tx) => endAll(context, tx, context.actor.id, asking),
  });
}

/**
 * Signs a person out everywhere (SES-42), and ends the link of who has left (ORG-41); an admin who means themself stays
 * signed in where they ask. Throws FORBIDDEN unless the actor is an organisation admin.
 */
export function endSessionsOfPerson(
  context: Context,
  { id, asking }: { id: string; asking: string },
  request: CommandRequest,
): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async (tx) => {
      assertAllowed(mayManageOrganisation(context.actor));
      if (!(await personById(tx, id))) throw notFound();
      return null;
    },
    execute: async (tx) => {
      const ended = await endAll(context, tx, id, asking);
      await endLink(tx, context, id);
      return ended;
    },
  });
}
