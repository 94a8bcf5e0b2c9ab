import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MESSAGES } from '#contract/error.ts';
import type { AccountDetails } from '#contract/session.ts';
import { dayOf } from '#domain/dates.ts';
import { maySignIn } from '#domain/session.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, unauthenticated, type Refusal } from '#server/platform/base/errors.ts';
import type { Limit } from '#server/platform/limits/repository.ts';
import { endSession, openSession, takeToken } from './repository/sessions.ts';
import { auditingRefusals, auditSignIn, auditSignOut, type SessionAct, type SignInWay } from './accessAudit.ts';
import { attempt } from '#server/platform/limits/attempts.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { claimedEmail, verifyIdToken, type Identity, type ProviderSession } from './identity.ts';
import { followGroups } from './oidc/groups.ts';
import type { Services } from '#server/platform/http/services.ts';
import { spendCode, type TypedCode } from './signInCodes.ts';
import { looksLikeToken } from '#server/platform/http/request.ts';
import {
  actorOf,
  bindSubject,
  personByEmail,
  personById,
  personBySubject,
  type PersonRow,
  writeEmail,
} from '#server/modules/people/index.ts';

const TOKEN_BYTES = 32;
const FAILURES_A_MINUTE = 10;

export const accountOf = (actor: Actor): AccountDetails => ({
  email: actor.email,
  name: actor.name,
  employeeCode: actor.employeeCode,
  personId: actor.id,
});

const failures = (address: string): Limit => ({
  bucket: `sign-in:${sha256(address)}`,
  most: FAILURES_A_MINUTE,
  windowMillis: 60_000,
});

/** Where somebody signs in from; and the address of their network. */
export interface Device {
  deviceId: string | null;
  userAgent: string;
  /** For the audit log. */
  origin: string;
}

const notSetUp = (): Refusal => forbidden(MESSAGES.notSetUp, { logged: 'not in the directory, or disabled' });

/**
 * The person a token stands for: who bound its subject, else who has its address and no subject yet (Z8).
 */
async function personFor(tx: Kysely<Tables>, identity: Identity, now: number, origin: string): Promise<PersonRow> {
  const bound = await personBySubject(tx, identity.subject);
  const person = bound ?? (await personByEmail(tx, identity.email));
  if (!person || !maySignIn(person).ok) throw notSetUp();
  if (bound) return bound;
  // An address that already belongs to another subject is refused below: a former employee's, given to somebody new.
  if (person.subject === null && (await bindSubject(tx, person.id, identity.subject, now))) {
    const what = { recordId: newId('SUB', now), recordKind: 'person', version: 1, action: 'subject', before: null };
    const after = { source: identity.source };
    await appendAudit(tx, { ...what, after, at: now, actorId: person.id, onBehalfOf: person.id, origin }, '');
    return person;
  }
  // Another request was first. Of two first sign-ins of one person that is the same subject, bound since the first look
  // (S19).
  const boundNow = await personBySubject(tx, identity.subject);
  if (!boundNow || !maySignIn(boundNow).ok) throw notSetUp();
  return boundNow;
}

/**
 * The address changed at the provider: the account stays the same one and follows, unless somebody else has that
 * address.
 */
async function followAddress(
  tx: Kysely<Tables>,
  person: PersonRow,
  identity: Identity,
  now: number,
  origin: string,
): Promise<PersonRow> {
  if (person.email === identity.email || (await personByEmail(tx, identity.email))) return person;
  await writeEmail(tx, person.id, identity.email, now);
  const change = {
    recordId: newId('ADR', now),
    recordKind: 'person',
    version: 1,
    at: now,
    actorId: person.id,
    onBehalfOf: person.id,
    action: 'address',
    before: { email: person.email },
    after: { email: identity.email },
    origin,
  };
  await appendAudit(tx, change, '');
  return { ...person, email: identity.email };
}

/** 256 random bits, in the signs that the wire takes. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

type NewSession = Omit<SessionAct, 'origin'> & { provider?: ProviderSession | undefined; leftAt?: number | undefined };

async function openOnRecord(tx: Kysely<Tables>, session: NewSession, device: Device, how: SignInWay): Promise<void> {
  const { deviceId, userAgent, origin } = device;
  await openSession(tx, { ...session, deviceId, userAgent });
  await auditSignIn(tx, { ...session, origin }, how);
}

/** Opens a session for whom a link stands for, in the caller's transaction. `leftAt`: when a leaver had left. */
export async function openFor(
  tx: Kysely<Tables>,
  { personId, now, leftAt }: { personId: string; now: number; leftAt?: number },
  device: Device,
  how: SignInWay,
): Promise<Opened> {
  const token = newToken();
  await openOnRecord(tx, { tokenHash: sha256(token), personId, now, leftAt }, device, how);
  const person = await personById(tx, personId);
  if (!person) throw new Error('A session was opened for nobody');
  return { token, actor: actorOf(person) };
}

/**
 * Opens a session for whom a verified token stands for: each token once, none from before a restored backup. Refuses by
 * 403 who is not set up.
 */
export async function open(services: Services, identity: Identity, device: Device): Promise<Opened> {
  const { database } = services;
  const now = services.clock();
  const token = newToken();
  const tokenHash = sha256(token);
  // Whether it was used before a backup was put back is known to nobody any more (S14).
  if (identity.issuedAt < services.epoch().since) throw unauthenticated('from before a restored backup');
  const person = await transact(database.db, async (tx) => {
    if (!(await takeToken(tx, identity.tokenId, identity.expiresAt))) throw unauthenticated('used before');
    const known = await personFor(tx, identity, now, device.origin);
    const moved = await followAddress(tx, known, identity, now, device.origin);
    const found = await followGroups(tx, moved, identity, { now, origin: device.origin });
    const session = { tokenHash, personId: found.id, now, provider: identity.provider };
    await openOnRecord(tx, session, device, identity.source);
    return found;
  });
  await database.durable();
  return { token, actor: actorOf(person) };
}

/** Does it, unless the address has failed ten times in a minute: 429 (SES-17). A failure is counted. */
export const countingFailures = <Result>(
  services: Services,
  address: string,
  run: () => Promise<Result>,
): Promise<Result> => attempt(services, failures(address), 'Too many failed sign-ins. Please wait a minute.', run);

/** A session's token, and whose it is. */
export interface Opened {
  token: string;
  actor: Actor;
}

/** Where somebody signs in from; `address`: whom limits count, `network`: what it is in any case. */
export type Claimant = Device & { address: string; network: string };

/** A sign-in as the audit log keeps it where it is refused. */
export const attemptOf = ({ address: place, network, origin }: Claimant, how: SignInWay, email: string) => ({
  how,
  place,
  network,
  email,
  origin,
});

/**
 * Opens a session for a verified ID token; the token's own answer is a random 256-bit one of which only a hash is kept
 * (SES-1).
 * Refuses by 429 an address with ten failures in a minute, by 401 a token that is not good, by 403 a person who is not
 * set up.
 */
export const signIn = (
  services: Services,
  credential: string,
  claimant: Claimant & { verifier: string | null },
): Promise<Opened & { picture: string | null }> =>
  auditingRefusals(services, attemptOf(claimant, 'google', claimedEmail(credential)), () =>
    countingFailures(services, claimant.address, async () => {
      const { env, identities } = services;
      const now = services.clock();
      const proof = { verifier: claimant.verifier, mayLack: dayOf(now, env.timeZone) <= env.signInWithoutNonceUntil };
      const identity = await verifyIdToken(credential, identities, env.signInDomain, now, proof);
      return { ...(await open(services, identity, claimant)), picture: identity.picture };
    }),
  );

/**
 * Opens a session for a code that came by mail (SES-20). Refuses by 422 one that is not good, for whatever reason, by
 * 429 who guesses.
 */
export const signInByCode = (services: Services, typed: TypedCode, claimant: Claimant): Promise<Opened> =>
  auditingRefusals(services, attemptOf(claimant, 'code', typed.email), async () => {
    const token = newToken();
    const tokenHash = sha256(token);
    const person = await spendCode(services, typed, claimant.address, async (tx, found) => {
      const now = services.clock();
      await openOnRecord(tx, { tokenHash, personId: found.id, now }, claimant, 'code');
      return found;
    });
    await services.database.durable();
    return { token, actor: actorOf(person) };
  });

/** Ends the session of a token, if there is one that has not ended. */
export async function signOut(services: Services, token: string, origin: string): Promise<void> {
  if (!looksLikeToken(token)) return;
  const now = services.clock();
  const tokenHash = sha256(token);
  await transact(services.database.db, async (tx) => {
    const personId = await endSession(tx, tokenHash, now);
    if (personId !== null) await auditSignOut(tx, { tokenHash, personId, now, origin }, personId);
  });
  await services.database.durable();
}
