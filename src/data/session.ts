import { useSyncExternalStore } from 'react';
import { getLoggedInDetails, logout } from '#contract/calls/session.ts';
import { userRole } from '#contract/calls/users.ts';
import type { LoginAnswer, Sealing } from '#contract/session.ts';
import { loadConfig } from './loadConfig.ts';
import { readToken } from '#start/cookies.ts';
import { writeOrganisation, writeToken } from './cookies.ts';
import { isSamePerson, type Person } from '#storage/person.ts';
import { call } from './http.ts';
import { forgetStarts } from '#start/local.ts';
import { forgetPerson, settleDeviceId } from './person.ts';
import { wrongPerson } from './sessionEnd.ts';
import {
  changeSession,
  currentSession,
  dropSession,
  lastSession,
  NO_ROLES,
  setSession,
  subscribeSession,
  type Session,
} from './sessionStore.ts';

export type { Session } from './sessionStore.ts';

/** The signed-in person. Only for code behind the guard. */
export function useSession(): Session {
  const session = useSyncExternalStore(subscribeSession, lastSession);
  if (!session) throw new Error('Nobody is signed in.');
  return session;
}

const runtime = () => import('./runtime.ts');

const LEAVE_MS = 3_000;
/** What leaving does not wait for any longer: code may be late on a bad network, or not come at all. */
export const beforeLeaving = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, fail) => setTimeout(fail, LEAVE_MS, new Error('Too late')))]);

/** What a server that knows of one secret says, in the form of those that know of several. */
const soleSecret = (deviceSecret: string): Sealing => ({
  secrets: [deviceSecret],
  faceSecrets: [],
  formerEmails: [],
  soleAddress: true,
});

async function rolesOf({ email, id }: Person): Promise<Pick<Session, 'roles' | 'rolesKnown'>> {
  const before = lastSession();
  try {
    return { roles: (await call(userRole, { query: { email }, whose: id ?? null })).data, rolesKnown: true };
  } catch {
    return before?.email === email
      ? { roles: before.roles, rolesKnown: before.rolesKnown }
      : { roles: NO_ROLES, rolesKnown: false };
  }
}

/**
 * Takes over what the server says of the session behind `token`; null when that is no longer the session of this
 * device.
 */
export async function remember(
  answer: Pick<LoginAnswer, 'accountDetails' | 'orgDetails' | 'deviceSecret' | 'sealing'>,
  token: string,
): Promise<Session | null> {
  const { email, name, employeeCode, personId: id } = answer.accountDetails;
  const person = { email, ...(id !== undefined && { id }) };
  const [roles, config] = await Promise.all([rolesOf(person), loadConfig().catch(() => null)]);
  // Somebody may have signed out meanwhile: then neither key nor name may come back.
  if (readToken() !== token) return null;
  const organisation = answer.orgDetails[0];
  if (organisation) writeOrganisation(organisation.organisationId);
  const sealing = answer.sealing ?? (answer.deviceSecret === undefined ? undefined : soleSecret(answer.deviceSecret));
  if (sealing) await (await runtime()).keepKey(person, sealing).catch(() => undefined);
  if (readToken() !== token) {
    await (await runtime()).dropKey(person).catch(() => undefined);
    return null;
  }
  const session: Session = { ...person, name, employeeCode, ...roles, timeZone: config?.orgTimeZone ?? 'Asia/Kolkata' };
  setSession(session);
  return session;
}

/** What is left of a person on this device at their sign-out: what waits, sealed (ID-1). */
export async function leave(session: Session): Promise<void> {
  // First, should the tab end in the middle of this.
  forgetStarts();
  // Where its code is not there, nothing of the outbox is open: the keys and what was fetched go all the same.
  const parts = await beforeLeaving(runtime()).catch(() => null);
  await (parts?.forget(session) ?? forgetPerson(session)).catch(() => undefined);
  dropSession();
}

/** Asks the server who this is, at start: renews the cookie, the roles, and the device's key when it is missing. */
export async function refreshSession(): Promise<Session | null> {
  const token = readToken();
  if (token === null) return null;
  await settleDeviceId();
  const answer = await call(getLoggedInDetails);
  if (readToken() !== token) return currentSession();
  writeToken(token);
  const before = currentSession();
  const session = await remember(answer, token);
  // This page has been another person's: what it holds in memory goes with it (P14).
  if (before && session && !isSamePerson(before, session)) wrongPerson();
  return session;
}

/**
 * The session for the guard: at once when this device knows it, else from the server; null when nobody is signed in.
 */
export async function requireSession(): Promise<Session | null> {
  const known = currentSession();
  if (known || readToken() === null) return known;
  return refreshSession().catch(() => null);
}

/** Fetches the roles again; throws when that fails or takes longer than the given milliseconds. */
export async function refreshRoles(within?: number): Promise<Session> {
  const session = lastSession();
  if (!session) throw new Error('Nobody is signed in.');
  const { data } = await call(userRole, {
    query: { email: session.email },
    ...(within !== undefined && { signal: AbortSignal.timeout(within) }),
  });
  const now = currentSession();
  if (now && isSamePerson(now, session)) changeSession({ roles: data, rolesKnown: true });
  return { ...session, roles: data, rolesKnown: true };
}

/**
 * Signs out. 'send' tries to send what waits first and stays signed in when something is left; 'keep' leaves it
 * sealed on this device for the same person's next sign-in. Works without a network: the server is told when there
 * is one (SES-24). Answers how many items are left unsent when it stayed signed in; else where to sign out at a
 * provider too, or null. `leaving` is called once nothing keeps the person signed in any more.
 */
export async function signOut(mode: 'send' | 'keep', leaving?: () => void): Promise<number | string | null> {
  const session = lastSession();
  if (mode === 'send') {
    const left = await (await runtime()).sendAll();
    if (left > 0) return left;
  }
  leaving?.();
  const token = readToken();
  const owed =
    token === null
      ? undefined
      : await beforeLeaving(import('./signOuts.ts').then(({ deferSignOut }) => deferSignOut(token))).catch(
          () => undefined,
        );
  // Before the server is waited for: a page that is closed meanwhile leaves nothing that opens (ID-1).
  if (session) await leave(session);
  else dropSession();
  const answer = await call(logout, { token, signal: AbortSignal.timeout(3_000) }).catch(() => null);
  const told = answer !== null;
  await owed?.(told).catch(() => undefined);
  const silent = import('./devicePush.ts').then(({ silence }) => silence(told)).catch(() => undefined);
  // A push service that does not answer keeps nobody signed in.
  await Promise.race([silent, new Promise((go) => setTimeout(go, 2_000))]);
  return answer?.leave ?? null;
}
