import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { demoCredential } from '#contract/calls/platform.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { signIn } from '#data/session.ts';
import { safeReturnPath } from '#domain/session.ts';
import { locate } from './geolocation.ts';

export interface SignIn {
  /** What is being signed in: an e-mail of the demo, or 'google'. */
  busy: string | null;
  error: string | null;
  withCredential(credential: string): void;
  withAccount(email: string): void;
  fail(message: string): void;
}

/** Place first, then the session, then where the person wanted to go. */
export function useSignIn(rd: string | undefined): SignIn {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const run = async (who: string, credential: () => Promise<string>): Promise<void> => {
    setBusy(who);
    setError(null);
    try {
      const verdict = await locate();
      if (verdict.ok) {
        await signIn(await credential());
        await router.invalidate();
        router.history.push(safeReturnPath(rd));
      } else setError(verdict.sentence);
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(null);
  };
  return {
    busy,
    error,
    fail: setError,
    withCredential: (credential) => void run('google', () => Promise.resolve(credential)),
    withAccount: (email) => void run(email, async () => (await call(demoCredential, { body: { email } })).data.credential),
  };
}
