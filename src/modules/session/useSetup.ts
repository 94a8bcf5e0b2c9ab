import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { setUp } from '#contract/calls/organisation.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { SetupBody } from '#contract/organisation.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { settleDeviceId } from '#data/person.ts';
import { enter } from '#data/session.ts';
import { parseSetup } from '#domain/organisation.ts';

const KEY = 'kharcha.setup';
const ATTEMPT = 'kharcha.setup-attempt';

/**
 * The secret of a setup link, which no server sees in an address: kept for this tab, so that the page can be loaded
 * again, and taken out of the address, so that it stands in no history. Null: the page was opened without one.
 */
export function takeSecret(): string | null {
  const { hash, pathname, search } = window.location;
  const secret = /^#([\w-]{20,100})$/.exec(hash)?.[1];
  try {
    if (secret === undefined) return sessionStorage.getItem(KEY);
    sessionStorage.setItem(KEY, secret);
  } catch {
    // A browser that stores nothing: then the link is opened again.
  }
  if (secret !== undefined) window.history.replaceState(window.history.state, '', pathname + search);
  return secret ?? null;
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

interface Setup {
  busy: boolean;
  errors: FieldErrors;
  /** What the server says of no single field. */
  error: string | null;
  submit(values: SetupValues): void;
}

/** Sets the organisation up and goes on to its people, signed in. */
export function useSetup(secret: string): Setup {
  const router = useRouter();
  const [attempt] = useState(attemptOf);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [error, setError] = useState<string | null>(null);

  const send = async (values: SetupValues): Promise<void> => {
    setBusy(true);
    try {
      await settleDeviceId();
      await enter(await call(setUp, { body: { secret, attempt, ...values } }));
      for (const key of [KEY, ATTEMPT]) sessionStorage.removeItem(key);
      await router.invalidate();
      router.history.push('/home');
    } catch (failure) {
      const said = failure instanceof ApiError ? failure.errors : {};
      setErrors(said);
      if (Object.keys(said).length === 0) setError(messageOf(failure));
    }
    setBusy(false);
  };
  return {
    busy,
    errors,
    error,
    submit: (values) => {
      const parsed = parseSetup(values);
      setErrors(parsed.ok ? {} : parsed.errors);
      setError(null);
      if (parsed.ok) void send(values);
    },
  };
}
