import type { Kysely } from 'kysely';
import { parseEmail } from '#domain/signInCode.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { count, type Limit } from '#server/platform/limits/repository.ts';
import { appendAudit, appendAudits } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Services } from '#server/platform/http/services.ts';
import { lastAuditHashes, rowsOf } from '#server/platform/audit/repository/audit.ts';
import { personByEmail } from '#server/modules/people/index.ts';
import type { FastifyInstance } from 'fastify';
import { originOf } from '#server/platform/http/context.ts';
import { traceOf } from '#server/platform/http/envelope.ts';

/**
 * Audit rows of sessions and of refusals (AUD-5). A row of a session is written in the transaction that opens or ends
 * it; rows of different sessions share no chain, so that no sign-in waits for another one. Refusals are counted, and
 * few of them are rows (AUD-6).
 */

/**
 * How somebody signs in: at an identity source, by its name; by a code that came by mail; or as a program with a key.
 */
export type SignInWay = 'code' | 'key' | (string & {});

/** Hexadecimal digits of a token's hash in the id of its session: enough to tell sessions apart. */
const ID_DIGITS = 20;

/** The record that the rows of one session belong to. */
export const sessionRecordId = (tokenHash: string): string => `SES${tokenHash.slice(0, ID_DIGITS).toUpperCase()}`;

/** How the token hash of that session begins; null for what is no such id. */
export const hashBeginningOf = (recordId: string): string | null =>
  /^SES[0-9A-F]{20}$/.test(recordId) ? recordId.slice('SES'.length).toLowerCase() : null;

export interface SessionAct {
  tokenHash: string;
  personId: string;
  /** Epoch milliseconds. */
  now: number;
  origin: string;
}

/** The first row of a session's chain. */
export async function auditSignIn(tx: Kysely<Tables>, act: SessionAct, how: SignInWay): Promise<void> {
  const recordId = sessionRecordId(act.tokenHash);
  const what = { recordKind: 'session', action: 'sign-in', before: null, after: { how } };
  await appendAudit(tx, { ...what, recordId, version: 1, at: act.now, actorId: act.personId, origin: act.origin }, '');
}

/**
 * The end of a session that `actorId` ended: its person, somebody else, or nobody (null), where a provider did. A
 * session that was opened before there were such rows begins its chain with it.
 */
export const auditSignOut = (
  tx: Kysely<Tables>,
  { tokenHash, personId, now, origin }: SessionAct,
  actorId: string | null,
): Promise<void> => auditSignOuts(tx, [{ tokenHash, personId }], { now, origin }, actorId);

/** Rows that are written at once. */
const AT_ONCE = 500;

/** The same of several sessions. */
export async function auditSignOuts(
  tx: Kysely<Tables>,
  sessions: readonly Pick<SessionAct, 'tokenHash' | 'personId'>[],
  { now, origin }: Pick<SessionAct, 'now' | 'origin'>,
  actorId: string | null,
): Promise<void> {
  for (let at = 0; at < sessions.length; at += AT_ONCE) {
    const some = sessions.slice(at, at + AT_ONCE).map(({ tokenHash, personId }) => ({
      recordId: sessionRecordId(tokenHash),
      onBehalfOf: actorId === personId ? null : personId,
    }));
    const previous = await lastAuditHashes(
      tx,
      some.map(({ recordId }) => recordId),
    );
    const what = { recordKind: 'session', action: 'sign-out', before: null, after: null, actorId, at: now, origin };
    const entries = some.map((each) => ({ ...each, ...what, version: previous.has(each.recordId) ? 2 : 1 }));
    await appendAudits(tx, entries, previous);
  }
}

/** How these sessions were opened, by record id; none of those that began before there were such rows. */
export async function signInWays(db: Kysely<Tables>, recordIds: readonly string[]): Promise<Map<string, SignInWay>> {
  if (recordIds.length === 0) return new Map();
  const ways = new Map<string, SignInWay>();
  for (const { record_id: recordId, action, after } of await rowsOf(db, recordIds))
    if (action === 'sign-in' && typeof after?.['how'] === 'string') ways.set(recordId, after['how']);
  return ways;
}

const HOUR = 3_600_000;
/** Rows of refused sign-ins in an hour: of all networks together, and of one. */
const MAX_ROWS: Limit = { bucket: 'audit-refusals', most: 1_000, windowMillis: HOUR };
const rowLimitOf = (network: string): Limit => ({
  bucket: `audit-refusals:${sha256(network)}`,
  most: 100,
  windowMillis: HOUR,
});

/** 1, 10, 100 and so on: of many refusals these are rows, each with its number. */
const isRow = (times: number): boolean => /^10*$/.test(String(times));

/** How often it has happened within the hour, this time included. */
async function timesOf(db: Kysely<Tables>, bucket: string, now: number): Promise<number> {
  return (await count(db, { bucket, most: 0, windowMillis: HOUR }, now)).count;
}

/**
 * How many rows the limit has left out, this one included where it is over; null: it is one of those that are left out.
 */
async function leftOutBy(db: Kysely<Tables>, limit: Limit, now: number): Promise<number | null> {
  const leftOut = Math.max(0, (await count(db, limit, now)).count - limit.most);
  return leftOut === 0 || isRow(leftOut) ? leftOut : null;
}

/** Why something was refused; where there is one, the reason for the log alone. */
const reasonOf = ({ code, message, details }: Refusal) => ({ code, why: details.logged ?? message });

type Parts = Pick<Services, 'database' | 'clock'>;

export interface Attempt {
  how: SignInWay;
  /** Whom the limits count it for, as `placeOf` answers. */
  place: string;
  /** The network that it comes from, as `networkOf` answers. */
  network: string;
  /** The address that was claimed, whosever it is; '' for none. */
  email: string;
  origin: string;
}

async function auditRefusedSignIn(
  { database: { db }, clock }: Parts,
  attempted: Attempt,
  refusal: Refusal,
): Promise<void> {
  const { how, place, network, email, origin } = attempted;
  const at = clock();
  const times = await timesOf(db, `audit-refused:${sha256(JSON.stringify([how, refusal.code, place]))}`, at);
  if (!isRow(times)) return;
  const networkLeftOut = await leftOutBy(db, rowLimitOf(network), at);
  if (networkLeftOut === null) return;
  const leftOut = await leftOutBy(db, MAX_ROWS, at);
  if (leftOut === null) return;
  const claimed = parseEmail(email);
  const person = claimed === null ? undefined : await personByEmail(db, claimed);
  const after = {
    how,
    ...reasonOf(refusal),
    email: claimed,
    times,
    ...(networkLeftOut > 0 && { networkLeftOut }),
    ...(leftOut > 0 && { leftOut }),
  };
  const who = { actorId: null, onBehalfOf: person?.id ?? null };
  const what = {
    recordId: newId('REF', at),
    recordKind: 'refusal',
    version: 1,
    action: 'sign-in-refused',
    before: null,
    after,
  };
  await appendAudit(db, { ...who, ...what, at, origin }, '');
}

/** Does it; a refusal goes on record, with whom it was tried for and no actor, who is known to nobody. */
export async function auditingRefusals<T>(services: Parts, attempted: Attempt, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await auditRefusedSignIn(services, attempted, error);
    throw error;
  }
}

interface Forbidden {
  actorId: string;
  /** Method and pattern of the route: never the address, which may hold anything. */
  route: string;
  origin: string;
}

/** A forbidden request: a few rows an hour per person and route. */
async function auditForbidden({ database: { db }, clock }: Parts, asked: Forbidden, refusal: Refusal): Promise<void> {
  const { actorId, route, origin } = asked;
  const at = clock();
  const times = await timesOf(db, `audit-forbidden:${actorId}:${route}`, at);
  if (!isRow(times)) return;
  const after = { route, ...reasonOf(refusal), times };
  const what = {
    recordId: newId('REF', at),
    recordKind: 'refusal',
    version: 1,
    action: 'refused',
    before: null,
    after,
  };
  await appendAudit(db, { ...what, actorId, at, origin }, '');
}

/** Records forbidden requests before they are answered, whatever refuses them (AUD-5). */
export function recordForbidden(app: FastifyInstance, services: Pick<Services, 'database' | 'clock'>): void {
  app.addHook('onSend', async (request, reply) => {
    const { actor, refused } = request;
    if (reply.statusCode !== 403 || !actor || !refused) return;
    const { url = 'none' } = request.routeOptions;
    const asked = { actorId: actor.id, route: `${request.method} ${url}`, origin: originOf(request) };
    await auditForbidden(services, asked, refused).catch((error: unknown) => {
      request.log.error({ trace: traceOf(error) }, 'a refusal is not on record');
    });
  });
}
