import { useSyncExternalStore } from 'react';
import { codeLogin, getLoggedInDetails, googleLogin, logout } from '#contract/calls/session.ts';
import { userRole } from '#contract/calls/users.ts';
import type { LoginAnswer, Sealing } from '#contract/session.ts';
import { loadConfig } from './loadConfig.ts';
import { readToken } from '#start/cookies.ts';
import { clearToken, writeOrganisation, writeToken } from './cookies.ts';
import { isSamePerson, type Person } from '#storage/person.ts';
import { call } from './http.ts';
import { forgetStarts, KEYS, readLocal } from '#start/local.ts';
import { settleDeviceId } from './person.ts';
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
async function remember(
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

/**
 * Opens a session with an ID token of Google (or of the demo, which asks for no `verifier`). Throws ApiError with the
 * server's message.
 */
export async function signIn(credential: string, verifier?: string): Promise<Session | null> {
  await settleDeviceId();
  return enter(await call(googleLogin, { body: { credential }, ...(verifier !== undefined && { verifier }) }));
}

/** The same with a code that came by mail (SES-20), and what the server gave this browser with it. */
export async function signInByCode(email: string, code: string, request: string | undefined): Promise<Session | null> {
  await settleDeviceId();
  return enter(await call(codeLogin, { body: { email, code, ...(request !== undefined && { request }) } }));
}

/**
 * Takes over the session that a sign-in opened. Null: this page has been another person's, signed out by now or not;
 * whoever has come begins with a page of their own, beside nothing that was begun for the one before (P14). The same
 * person's session before it ends (SES-45).
 */
export async function enter(answer: LoginAnswer): Promise<Session | null> {
  const before = currentSession();
  const last = lastSession();
  const token = readToken();
  const { email, personId: id } = answer.accountDetails;
  const another = last !== null && !isSamePerson(last, { email, ...(id !== undefined && { id }) });
  // A session that the server has ended left its keys here.
  if (another) await leave(last);
  writeToken(answer.token);
  forgetStarts();
  if (another) {
    if (before) await endAtServer(token);
    return null;
  }
  try {
    const session = await remember(answer, answer.token);
    if (!session) throw new Error('Somebody else has signed in on this device.');
    void runtime().then(({ resume }) => resume(session));
    if (before) await endAtServer(token, keepPushes());
    return session;
  } catch (error) {
    clearToken();
    throw error;
  }
}

/**
 * Where pushes to this device are on, has them belong to this session: a new one takes them before the old one ends.
 */
export const keepPushes = async (): Promise<void> => {
  if (readLocal(KEYS.push) !== null)
    await import('./devicePush.ts').then(({ keepOn }) => keepOn()).catch(() => undefined);
};

/**
 * Ends a session that another one has replaced on this device: owed from here on, whatever becomes of this page, and
 * told to the server once `first` is done.
 */
const endAtServer = async (token: string | null, first?: Promise<void>): Promise<void> =>
  token === null
    ? undefined
    : import('./signOuts.ts').then(({ endSession }) => endSession(token, first)).catch(() => undefined);

/** What is left of a person on this device at their sign-out: what waits, sealed (ID-1). */
async function leave(session: Session): Promise<void> {
  // First, should the tab end in the middle of this.
  forgetStarts();
  await (await runtime()).forget(session).catch(() => undefined);
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
 * provider too, or null.
 */
export async function signOut(mode: 'send' | 'keep'): Promise<number | string | null> {
  const session = lastSession();
  const parts = await runtime();
  if (mode === 'send') {
    const left = await parts.sendAll();
    if (left > 0) return left;
  }
  const token = readToken();
  const leaving =
    token === null
      ? undefined
      : await import('./signOuts.ts').then(({ deferSignOut }) => deferSignOut(token)).catch(() => undefined);
  // Before the server is waited for: a page that is closed meanwhile leaves nothing that opens (ID-1).
  if (session) await leave(session);
  else dropSession();
  const answer = await call(logout, { token, signal: AbortSignal.timeout(3_000) }).catch(() => null);
  const told = answer !== null;
  await leaving?.(told).catch(() => undefined);
  const silent = import('./devicePush.ts').then(({ silence }) => silence(told)).catch(() => undefined);
  // A push service that does not answer keeps nobody signed in.
  await Promise.race([silent, new Promise((go) => setTimeout(go, 2_000))]);
  return answer?.leave ?? null;
}
