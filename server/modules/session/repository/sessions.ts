import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Day } from '#domain/dates.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { ofEach, sharedReads } from '#server/platform/database/together.ts';
import { standsInFor } from '#server/modules/delegations/index.ts';
import type { PersonRow } from '#server/modules/people/index.ts';
import type { ProviderSession } from '../identity.ts';
import { LEAVER_SESSION_MS, leaverLinksSince } from '#domain/leaver.ts';

const DAY = 86_400_000;
/** A session's last use is written at most this often: reads stay reads. */
const TOUCH_MILLIS = 5 * 60_000;

/** How long a session lives, without use and at all, in milliseconds; and for how many days a leaver's link is good. */
export interface SessionLifetimes {
  idleMillis: number;
  maxMillis: number;
  leaverLinkDays: number;
}

export const sessionLifetimes = (
  env: Pick<Env, 'sessionIdleDays' | 'sessionMaxDays' | 'leaverLinkDays'>,
): SessionLifetimes => ({
  idleMillis: env.sessionIdleDays * DAY,
  maxMillis: env.sessionMaxDays * DAY,
  leaverLinkDays: env.leaverLinkDays,
});

/**
 * Whether a session is of the kind that its person may have: of somebody at work any but a leaver's, of who has left
 * one that the link of this very leaving opened, for its hour and while the link is good (ORG-42).
 */
const ofItsKind = (now: number, { leaverLinkDays }: SessionLifetimes) => sql<boolean>`
  case when sessions.left_at is null then not people.disabled
  else people.disabled and sessions.created_at > ${now - LEAVER_SESSION_MS} and exists (
    select from leaver_links l where l.person_id = people.id and l.left_at = sessions.left_at
      and l.left_at > ${leaverLinksSince(now, leaverLinkDays)}) end`;

/** The person of a session, and what is known of it. */
export interface SessionPerson extends PersonRow {
  signed_in_at: number;
  last_used_at: number;
  /** When its person had left, where a leaver's link opened it. */
  left_at: number | null;
  stands_in_for: string[] | null;
}

/**
 * The person behind a living session and whose stand-in that is today, read at this request: what is taken away is gone
 * at once (ACC-15, SES-2, N5).
 */
export const personOfSession = (db: Kysely<Tables>, asked: AskedSession): Promise<SessionPerson | undefined> =>
  sessionReader(db)(asked);

/** Which session, when, and how long one lives: of one process always the same. */
export interface AskedSession {
  tokenHash: string;
  now: number;
  today: Day;
  lifetimes: SessionLifetimes;
}

async function peopleOfSessions(
  db: Kysely<Tables>,
  asked: readonly AskedSession[],
): Promise<(SessionPerson | undefined)[]> {
  // The last moment that was asked about: nothing that ended meanwhile is taken for living.
  const { now, today, lifetimes } = asked.reduce((last, each) => (each.now > last.now ? each : last));
  const found = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .selectAll('people')
    .select(['token_hash', 'sessions.last_used_at', 'sessions.left_at', standsInFor(today).as('stands_in_for')])
    .select(({ fn }) => fn.coalesce('sessions.signed_in_at', 'sessions.created_at').as('signed_in_at'))
    .where('sessions.token_hash', '=', sql<string>`any(${asked.map(({ tokenHash }) => tokenHash)}::text[])`)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.last_used_at', '>', now - lifetimes.idleMillis)
    .where('sessions.created_at', '>', now - lifetimes.maxMillis)
    .where(ofItsKind(now, lifetimes))
    .execute();
  const people = new Map(found.map(({ token_hash: hash, ...person }) => [hash, person]));
  return asked.map(({ tokenHash }) => people.get(tokenHash));
}

const sessionReader = ofEach('sessions', (db, failed) =>
  sharedReads((asked: readonly AskedSession[]) => peopleOfSessions(db, asked), failed),
);

export const needsTouch = (lastUsedAt: number, now: number): boolean => now - lastUsedAt > TOUCH_MILLIS;

/** On PostgreSQL no standby is waited for: a page that only looks is not held up by one that is away (F6). */
export async function touchSession(db: Kysely<Tables>, tokenHash: string, now: number): Promise<void> {
  await sql`update sessions set last_used_at = ${now} where token_hash = ${tokenHash} and last_used_at < ${now}
    and set_config('synchronous_commit', 'local', true) = 'local'`.execute(db);
}

interface NewSession {
  tokenHash: string;
  personId: string;
  deviceId: string | null;
  userAgent: string;
  now: number;
  /** The session at a provider that it was opened by; `idToken` as it is stored. */
  provider?: ProviderSession | undefined;
  /** When its person had left, whose link opens it. */
  leftAt?: number | undefined;
}

export async function openSession(tx: Kysely<Tables>, session: NewSession): Promise<void> {
  const askedAt = session.provider?.askedAt;
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      person_id: session.personId,
      device_id: session.deviceId,
      user_agent: session.userAgent,
      created_at: session.now,
      last_used_at: session.now,
      ended_at: null,
      // A clock that is ahead makes no sign-in younger than its session.
      signed_in_at: askedAt == null ? null : Math.min(askedAt, session.now),
      provider_id: session.provider?.id ?? null,
      provider_subject: session.provider?.subject ?? null,
      provider_sid: session.provider?.sid ?? null,
      id_token: session.provider?.idToken ?? null,
      left_at: session.leftAt ?? null,
    })
    .execute();
}

/** The id that the device had as this session was opened; null when it named none. */
export async function deviceOfSession(db: Kysely<Tables>, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('device_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.device_id ?? null;
}

/** Returns whose it was; null when there is none, or it had ended. */
export async function endSession(db: Kysely<Tables>, tokenHash: string, now: number): Promise<string | null> {
  const living = db
    .updateTable('sessions')
    .set({ ended_at: now, id_token: null })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null);
  const row = await living.returning('person_id').executeTakeFirst();
  return row?.person_id ?? null;
}

/** The provider that a living session was opened by, and what names it there; undefined for any other session. */
export const providerOfSession = (db: Kysely<Tables>, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('identity_providers', 'identity_providers.id', 'sessions.provider_id')
    .selectAll('identity_providers')
    .select('sessions.id_token')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('enabled', '=', true)
    .executeTakeFirst();

/** Which sessions a provider says are over: one there by `sid`, or all of a subject. */
export interface EndedAtProvider {
  id: string;
  subject: string | null;
  sid: string | null;
}

/** A session that ended, and whose it was. */
interface EndedSession {
  tokenHash: string;
  personId: string;
}

const endLiving = (tx: Kysely<Tables>, providerId: string, now: number) =>
  tx
    .updateTable('sessions')
    .set({ ended_at: now, id_token: null })
    .where('provider_id', '=', providerId)
    .where('ended_at', 'is', null)
    .returning(['token_hash as tokenHash', 'person_id as personId']);

/** Ends the sessions that were opened by one at the provider, and answers which and whose they were. */
export const endSessionsOfProvider = (
  tx: Kysely<Tables>,
  { id, subject, sid }: EndedAtProvider,
  now: number,
): Promise<EndedSession[]> =>
  endLiving(tx, id, now)
    .where(({ or, and, eb }) =>
      or([
        ...(sid === null ? [] : [eb('provider_sid', '=', sid)]),
        // The provider named no session as this one was opened.
        ...(subject === null
          ? []
          : [and([eb('provider_subject', '=', subject), ...(sid === null ? [] : [eb('provider_sid', 'is', null)])])]),
      ]),
    )
    .execute();

/** Ends all sessions that were opened at the provider, but those of `exceptPersonId`. */
export const endSessionsOpenedAt = (
  tx: Kysely<Tables>,
  id: string,
  exceptPersonId: string,
  now: number,
): Promise<EndedSession[]> => endLiving(tx, id, now).where('person_id', '!=', exceptPersonId).execute();

/** Notes that an ID token was used; false: it was used before. */
export async function takeToken(tx: Kysely<Tables>, tokenId: string, expiresAt: number): Promise<boolean> {
  const result = await tx
    .insertInto('used_tokens')
    .values({ token_id: tokenId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Removes sessions that ended, by whatever, as long ago as one may be unused: until then they can be looked at (SES-2).
 */
export async function removeDeadSessions(
  db: Kysely<Tables>,
  now: number,
  { idleMillis, maxMillis }: Omit<SessionLifetimes, 'leaverLinkDays'>,
): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([
        eb('ended_at', '<', now - idleMillis),
        eb('last_used_at', '<', now - 2 * idleMillis),
        eb('created_at', '<', now - maxMillis - idleMillis),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Ends every session of a person that has not ended, but for `except`; answers their token hashes. */
export async function endSessionsOf(
  tx: Kysely<Tables>,
  personId: string,
  now: number,
  except: string | null = null,
): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: now, id_token: null })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(except !== null, (query) => query.where('token_hash', '!=', except))
    .returning('token_hash')
    .execute();
  return rows.map((row) => row.token_hash);
}

/** The living sessions of a person, newest use first. */
export const livingSessionsOf = (
  db: Kysely<Tables>,
  personId: string,
  { now, most, lifetimes }: { now: number; most: number; lifetimes: SessionLifetimes },
) =>
  db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .leftJoin('identity_providers', 'identity_providers.id', 'sessions.provider_id')
    .select(['token_hash', 'user_agent', 'sessions.created_at', 'last_used_at', 'identity_providers.name as provider'])
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', now - lifetimes.idleMillis)
    .where('sessions.created_at', '>', now - lifetimes.maxMillis)
    .where(ofItsKind(now, lifetimes))
    .orderBy('last_used_at', 'desc')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('token_hash')
    .limit(most)
    .execute();

/** The token hash of the session of this person that begins so, ended or not; undefined for none. */
export const hashBeginning = async (
  db: Kysely<Tables>,
  personId: string,
  beginning: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('person_id', '=', personId)
      .where('token_hash', 'like', `${beginning}%`)
      .executeTakeFirst()
  )?.token_hash;
