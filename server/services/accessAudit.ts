import type { Kysely } from 'kysely';
import { readEmail } from '#domain/signInCode.ts';
import type { Tables } from '#server/database/tables.ts';
import { Refusal } from '#server/errors.ts';
import { lastAuditHashes } from '#server/repositories/claims.ts';
import { count, type Limit } from '#server/repositories/limits.ts';
import { personByEmail } from '#server/repositories/people.ts';
import { appendAudit } from './audit.ts';
import { sha256 } from './canonical.ts';
import { newId } from './ids.ts';
import type { Services } from './services.ts';

/**
 * Audit rows of sessions and of refusals (AUD-5). A row of a session belongs to the change and is written in its transaction; rows of
 * different sessions share no chain, so that no sign-in waits for another one. Refusals are counted, and few of them are rows (AUD-6).
 */

/** How somebody signs in: at an identity source, by its name, by a code that came by mail, or as a program with a key. */
export type SignInWay = 'code' | 'key' | (string & {});

/** The record that the rows of one session belong to. */
export const sessionRecordId = (tokenHash: string): string => `SES${tokenHash.slice(0, 20).toUpperCase()}`;

export interface SessionAct {
  tokenHash: string;
  personId: string;
  now: number;
  origin: string;
}

/** The first row of a session's chain. */
export const auditSignIn = (tx: Kysely<Tables>, { tokenHash, personId, now, origin }: SessionAct, how: SignInWay): Promise<void> =>
  appendAudit(tx, { recordId: sessionRecordId(tokenHash), recordKind: 'session', version: 1, at: now, actorId: personId, action: 'sign-in', before: null, after: { how }, origin }, '');

/** The end of a session that was ended by `actorId`, its person or somebody else. A session older than its audit row begins its chain with it. */
export async function auditSignOut(tx: Kysely<Tables>, { tokenHash, personId, now, origin }: SessionAct, actorId: string): Promise<void> {
  const recordId = sessionRecordId(tokenHash);
  const previous = (await lastAuditHashes(tx, [recordId])).get(recordId);
  const onBehalfOf = actorId === personId ? null : personId;
  await appendAudit(tx, { recordId, recordKind: 'session', version: previous === undefined ? 1 : 2, at: now, actorId, onBehalfOf, action: 'sign-out', before: null, after: null, origin }, previous ?? '');
}

const HOUR = 3_600_000;
/** Rows of refused sign-ins that all networks together make in an hour. */
const MOST_ROWS: Limit = { bucket: 'audit-refusals', most: 1_000, windowMillis: HOUR };

/** 1, 10, 100 and so on: of many refusals these are rows, each with its number. */
const isRow = (times: number): boolean => /^10*$/.test(String(times));

const timesOf = async (db: Kysely<Tables>, bucket: string, now: number): Promise<number> => (await count(db, { bucket, most: 0, windowMillis: HOUR }, now)).count;

/** Why something was refused: what only the log is told, where there is such a thing. */
const reasonOf = ({ code, message, details }: Refusal): { code: string; why: string } => ({ code, why: details.logged ?? message });

export interface Attempt {
  how: SignInWay;
  /** Whom the limits count it for, as `placeOf` answers. */
  place: string;
  /** The address that was claimed, whosever it is; '' for none. */
  email: string;
  origin: string;
}

async function auditRefusedSignIn({ database: { db }, clock }: Pick<Services, 'database' | 'clock'>, { how, place, email, origin }: Attempt, refusal: Refusal): Promise<void> {
  const now = clock();
  const times = await timesOf(db, `audit-refused:${sha256(JSON.stringify([how, refusal.code, place]))}`, now);
  if (!isRow(times)) return;
  const rows = (await count(db, MOST_ROWS, now)).count;
  const leftOut = Math.max(0, rows - MOST_ROWS.most);
  if (leftOut > 0 && !isRow(leftOut)) return;
  const claimed = readEmail(email);
  const person = claimed === null ? undefined : await personByEmail(db, claimed);
  const after = { how, ...reasonOf(refusal), email: claimed, times, ...(leftOut > 0 && { leftOut }) };
  await appendAudit(db, { recordId: newId('REF', now), recordKind: 'refusal', version: 1, at: now, actorId: null, onBehalfOf: person?.id ?? null, action: 'sign-in-refused', before: null, after, origin }, '');
}

/** Does it; a refusal goes on record, with whom it was tried for and no actor, who is known to nobody. */
export async function auditingRefusals<Result>(services: Pick<Services, 'database' | 'clock'>, attempted: Attempt, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await auditRefusedSignIn(services, attempted, error);
    throw error;
  }
}

export interface Forbidden {
  actorId: string;
  /** Method and pattern of the route: never the address, which may hold anything. */
  route: string;
  origin: string;
}

/** What somebody asked for who may not: of one person and route a few rows in an hour. */
export async function auditForbidden({ database: { db }, clock }: Pick<Services, 'database' | 'clock'>, { actorId, route, origin }: Forbidden, refusal: Refusal): Promise<void> {
  const now = clock();
  const times = await timesOf(db, `audit-forbidden:${actorId}:${route}`, now);
  if (!isRow(times)) return;
  await appendAudit(db, { recordId: newId('REF', now), recordKind: 'refusal', version: 1, at: now, actorId, action: 'refused', before: null, after: { route, ...reasonOf(refusal), times }, origin }, '');
}
