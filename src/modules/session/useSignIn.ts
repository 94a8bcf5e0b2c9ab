import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { oidcLogin, OIDC_START } from '#contract/calls/oidc.ts';
import { demoCredential } from '#contract/calls/platform.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Config } from '#contract/session.ts';
import { baseUrls, knownConfig } from '#data/config.ts';
import { readPlace, writePlace } from '#data/cookies.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { settleDeviceId } from '#data/person.ts';
import { enter, signIn, signInByCode } from '#data/signIn.ts';
import type { Session } from '#data/session.ts';
import { GEOLOCATION_OPTIONS, judgeGeolocation, safeReturnPath, type GeolocationResult } from '#domain/session.ts';
import { SENT_CODE } from '#start/local.ts';
import { page } from '#ui/page.ts';
import { allowed, type Verdict } from '#domain/verdict.ts';
import { pathAfter } from './loginRoute.ts';

function ask(): Promise<GeolocationResult> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve({ kind: 'unsupported' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ kind: 'position', latitude: coords.latitude, longitude: coords.longitude }),
      ({ code, message }) => resolve({ kind: 'error', code, message }),
      GEOLOCATION_OPTIONS,
    );
  });
}

/**
 * Asks where this is, before sign-in, and keeps it in the lat-long cookie. The verdict says whether sign-in may go on.
 */
export async function locate(): Promise<Verdict> {
  const result = await ask();
  if (result.kind === 'position') writePlace(result.latitude, result.longitude);
  return judgeGeolocation(result);
}

/** The same, unless this organisation asks nobody where they are (SES-34). */
const locateIfAsked = async (): Promise<Verdict> => (isLocationAsked(knownConfig()) ? locate() : allowed);

export const isLocationAsked = (config: Config | null | undefined): boolean => config?.locationRequired !== false;

async function signInByTicket(ticket: string): Promise<Session | null> {
  await settleDeviceId();
  return enter(await call(oidcLogin, { body: { ticket } }));
}

/** That a code is on its way: a phone may drop this page while its owner looks into the mail. It ends with the tab. */
export interface SentCode {
  email: string;
  /** Epoch milliseconds when another may be asked for. */
  againAt: number;
  /** This browser's secret, without which the code is worth nothing (SES-23); absent where the server gave none. */
  request?: string | undefined;
}

export function readSent(): SentCode | null {
  try {
    const { email, againAt, request } = JSON.parse(sessionStorage.getItem(SENT_CODE) ?? 'null') as Partial<SentCode>;
    return typeof email === 'string' && typeof againAt === 'number'
      ? { email, againAt, ...(typeof request === 'string' && { request }) }
      : null;
  } catch {
    return null;
  }
}

export function writeSent(sent: SentCode | null): void {
  try {
    if (sent) sessionStorage.setItem(SENT_CODE, JSON.stringify(sent));
    else sessionStorage.removeItem(SENT_CODE);
  } catch {
    // A browser that stores nothing: then it is only known while the page lives.
  }
}

export interface SignIn {
  /** What is being signed in: an e-mail of the demo, the id of a provider, 'google', 'code' or 'ticket'. */
  busy: string | null;
  error: string | null;
  /** What is wrong with the code that was entered. */
  codeError: string | null;
  /** `verifier`: what the nonce of the credential was made of. */
  withCredential(credential: string, verifier: string): void;
  withAccount(email: string): void;
  /** Leaves for a provider, from where the browser comes back with a ticket. */
  withProvider(id: string): void;
  /** The place was asked for before this page left; where it is unknown by now, it is asked for again. */
  withTicket(ticket: string): void;
  /** `request`: what the server gave this browser with the code. */
  withCode(email: string, code: string, request: string | undefined): void;
}

/**
 * Place first, then the session, then where the person wanted to go: `rd`, or whatever `entered` does for who is on
 * that page already. Somebody else than this page's person begins at home, on a page of their own (P14).
 */
export function useSignIn(rd: string | undefined, entered?: () => void): SignIn {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const [codeError, setCodeError] = useState<string | null>(null);

  // A page that the browser kept while its person was at a provider, and went back to.
  useEffect(() => {
    const back = (): void => setBusy(null);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  const attempt = async (who: string, work: () => Promise<void>, place: () => Promise<Verdict>): Promise<void> => {
    setBusy(who);
    setError(null);
    setCodeError(null);
    try {
      const verdict = await place();
      if (verdict.ok) await work();
      else setError(verdict.message);
    } catch (failure) {
      if (failure instanceof ApiError && failure.errors['code'] !== undefined) setCodeError(failure.errors['code']);
      else setError(messageOf(failure));
    }
    setBusy(null);
  };
  const run = (who: string, open: () => Promise<Session | null>, place = locateIfAsked): Promise<void> =>
    attempt(
      who,
      async () => {
        if ((await open()) === null) page.leave(safeReturnPath(null));
        else if (entered) entered();
        else {
          const path = pathAfter(rd, router.state.location.state);
          await router.invalidate();
          router.history.push(path);
        }
      },
      place,
    );
  return {
    busy,
    error,
    codeError,
    withCredential: (credential, verifier) => void run('google', () => signIn(credential, verifier)),
    withAccount: (email) =>
      void run(email, async () => signIn((await call(demoCredential, { body: { email } })).data.credential)),
    withProvider: (id) =>
      void attempt(
        id,
        async () =>
          page.leave(
            baseUrls().auth +
              urlOf(OIDC_START, { parts: { provider: id }, query: { rd, ...(entered && { again: '1' }) } }),
          ),
        locateIfAsked,
      ),
    withTicket: (ticket) =>
      void run(
        'ticket',
        () => signInByTicket(ticket),
        async () => (readPlace() === null ? locateIfAsked() : allowed),
      ),
    withCode: (email, code, request) =>
      void run('code', async () => {
        const session = await signInByCode(email, code, request);
        writeSent(null);
        return session;
      }),
  };
}
