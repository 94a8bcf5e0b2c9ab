import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { demoCredential } from '#contract/calls/platform.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { signIn, signInByCode } from '#data/session.ts';
import { safeReturnPath } from '#domain/session.ts';
import { locate } from './geolocation.ts';
import { writeSent } from './sentCode.ts';

export interface SignIn {
  /** What is being signed in: an e-mail of the demo, 'google' or 'code'. */
  busy: string | null;
  error: string | null;
  /** What is wrong with the code that was entered. */
  codeError: string | null;
  /** `verifier`: what the nonce of the credential was made of. */
  withCredential(credential: string, verifier: string): void;
  withAccount(email: string): void;
  /** `request`: what the server gave this browser with the code. */
  withCode(email: string, code: string, request: string | undefined): void;
}

/** Place first, then the session, then where the person wanted to go. */
export function useSignIn(rd: string | undefined): SignIn {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const [codeError, setCodeError] = useState<string | null>(null);

  const run = async (who: string, open: () => Promise<unknown>): Promise<void> => {
    setBusy(who);
    setError(null);
    setCodeError(null);
    try {
      const verdict = await locate();
      if (verdict.ok) {
        await open();
        await router.invalidate();
        router.history.push(safeReturnPath(rd));
      } else setError(verdict.message);
    } catch (failure) {
      if (failure instanceof ApiError && failure.errors['code'] !== undefined) setCodeError(failure.errors['code']);
      else setError(messageOf(failure));
    }
    setBusy(null);
  };
  return {
    busy,
    error,
    codeError,
    withCredential: (credential, verifier) => void run('google', () => signIn(credential, verifier)),
    withAccount: (email) =>
      void run(email, async () => signIn((await call(demoCredential, { body: { email } })).data.credential)),
    withCode: (email, code, request) =>
      void run('code', async () => {
        await signInByCode(email, code, request);
        writeSent(null);
      }),
  };
}
