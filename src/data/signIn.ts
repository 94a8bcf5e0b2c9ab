import { codeLogin, googleLogin } from '#contract/calls/session.ts';
import type { LoginAnswer } from '#contract/session.ts';
import { readToken } from '#start/cookies.ts';
import { forgetStarts } from '#start/local.ts';
import { isSamePerson } from '#storage/person.ts';
import { clearToken, writeToken } from './cookies.ts';
import { call } from './http.ts';
import { keepPushes } from './keepPushes.ts';
import { settleDeviceId } from './person.ts';
import { leave, remember } from './session.ts';
import { currentSession, lastSession, type Session } from './sessionStore.ts';

/**
 * Ends a session that another one has replaced on this device: owed from here on, whatever becomes of this page, and
 * told to the server once `first` is done.
 */
const endAtServer = async (token: string | null, first?: Promise<void>): Promise<void> =>
  token === null
    ? undefined
    : import('./signOuts.ts').then(({ endSession }) => endSession(token, first)).catch(() => undefined);

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
    void import('./runtime.ts').then(({ resume }) => resume(session));
    if (before) await endAtServer(token, keepPushes());
    return session;
  } catch (error) {
    clearToken();
    throw error;
  }
}
