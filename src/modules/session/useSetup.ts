import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { setUp, signInByLink } from '#contract/calls/organisation.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { SetupBody } from '#contract/organisation.ts';
import type { LoginAnswer } from '#contract/session.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { settleDeviceId } from '#data/person.ts';
import { enter } from '#data/signIn.ts';
import { parseSetup } from '#domain/organisation.ts';
import { page } from '#ui/page.ts';
import { takeSecret } from '#ui/takeSecret.ts';

const KEY = 'kharcha.setup';
const ATTEMPT = 'kharcha.setup-attempt';

/** A link of the server: it sets the organisation up, or signs an organisation admin in. */
export interface SetupLink {
  secret: string;
  signsIn: boolean;
}

const LINK = /^#(sign-in=)?([\w-]{20,100})$/;

/** The link that the page was opened by; null: there was none. */
export function takeLink(): SetupLink | null {
  const [, way, secret] = takeSecret(KEY, LINK) ?? [];
  return secret === undefined ? null : { secret, signsIn: way !== undefined };
}

/** This browser's attempt: asked again with it, the server answers what was lost on the way. */
function attemptOf(): string {
  const made = crypto.randomUUID();
  try {
    const kept = sessionStorage.getItem(ATTEMPT);
    if (kept === null) sessionStorage.setItem(ATTEMPT, made);
    return kept ?? made;
  } catch {
    // A browser that stores nothing keeps it as long as the page is open.
    return made;
  }
}

export type SetupValues = Omit<SetupBody, 'secret' | 'attempt'>;

interface Entering {
  busy: boolean;
  errors: FieldErrors;
  /** What the server says of no single field. */
  error: string | null;
}

/** Comes in by a link and goes on home, signed in. `ask`: calls the server for this browser's attempt. */
function useEntering(): Entering & {
  enterBy(ask: (attempt: string) => Promise<LoginAnswer>): Promise<void>;
  setErrors(errors: FieldErrors): void;
} {
  const router = useRouter();
  const [attempt] = useState(attemptOf);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [error, setError] = useState<string | null>(null);

  const enterBy = async (ask: (attempt: string) => Promise<LoginAnswer>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await settleDeviceId();
      const session = await enter(await ask(attempt));
      for (const key of [KEY, ATTEMPT]) sessionStorage.removeItem(key);
      // On another person's page whoever comes in begins with a page of their own (P14).
      if (session === null) page.leave('/home');
      else {
        await router.invalidate();
        router.history.push('/home');
      }
    } catch (failure) {
      const said = failure instanceof ApiError ? failure.errors : {};
      setErrors(said);
      if (Object.keys(said).length === 0) setError(messageOf(failure));
    }
    setBusy(false);
  };
  return { busy, errors, error, enterBy, setErrors };
}

/** Sets the organisation up by a link (ORG-8). */
export function useSetup(secret: string): Entering & { submit(values: SetupValues): void } {
  const { enterBy, setErrors, ...state } = useEntering();
  return {
    ...state,
    submit: (values) => {
      const parsed = parseSetup(values);
      setErrors(parsed.ok ? {} : parsed.errors);
      if (parsed.ok) void enterBy((attempt) => call(setUp, { body: { secret, attempt, ...values } }));
    },
  };
}

/** Signs an organisation admin in by a link (ORG-33). */
export function useLinkSignIn(secret: string): Omit<Entering, 'errors'> & { signIn(): void } {
  const { busy, error, enterBy } = useEntering();
  const signIn = (): void => void enterBy((attempt) => call(signInByLink, { body: { secret, attempt } }));
  return { busy, error, signIn };
}
