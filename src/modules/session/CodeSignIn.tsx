import {
  useCallback,
  useSyncExternalStore,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
} from 'react';
import { sendSignInCode } from '#contract/calls/session.ts';
import { MAX_EMAIL, SIGN_IN_CODE } from '#contract/limits.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { CODE_MESSAGE, EMAIL_MESSAGE, parseCode, parseEmail } from '#domain/signInCode.ts';
import { Action } from '#ui/Action.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import styles from './Login.module.css';
import { readSent, writeSent, type SentCode } from './useSignIn.ts';

const until = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Whole seconds until a moment, counted down to 0. */
function useSecondsUntil(moment: number): number {
  const subscribe = useCallback(
    (onTick: () => void): (() => void) => {
      const timer = setInterval(() => {
        onTick();
        if (until(moment) === 0) clearInterval(timer);
      }, 250);
      return () => clearInterval(timer);
    },
    [moment],
  );
  return useSyncExternalStore(
    subscribe,
    () => until(moment),
    () => 0,
  );
}

/**
 * An address, a button that mails a code to it, and a field for the code (SES-20). `wrong` is what the server says of
 * the code.
 */
export function CodeSignIn({
  busy,
  wrong,
  expected = '',
  onCode,
}: {
  busy: boolean;
  wrong: string | null;
  /** Whose address stands there at first. */
  expected?: string | undefined;
  onCode: (email: string, code: string, request: string | undefined) => void;
}): ReactElement {
  const [sent, setSent] = useState<SentCode | null>(readSent);
  const [email, setEmail] = useState(sent?.email ?? expected);
  const [code, setCode] = useState('');
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<{ email?: string; code?: string }>({});
  // What is wrong is so of the code that was entered, and not of one that was sent since.
  const [entered, setEntered] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  /** A code was asked for: its field, or the one that is wrong, takes the focus once it can. */
  const asked = useRef(false);
  const wait = useSecondsUntil(sent?.againAt ?? 0);
  const awaited = sent !== null && parseEmail(email) === sent.email;

  useEffect(() => {
    if (wrong !== null) codeInput.current?.select();
  }, [wrong]);

  useEffect(() => {
    if (!sending && asked.current) (codeInput.current ?? emailInput.current)?.focus();
    asked.current = sending;
  }, [sending]);

  const send = async (): Promise<void> => {
    const address = parseEmail(email);
    if (address === null) {
      setErrors({ email: EMAIL_MESSAGE });
      emailInput.current?.focus();
      return;
    }
    setErrors({});
    setSending(true);
    try {
      const { data } = await call(sendSignInCode, { body: { email: address } });
      const next = { email: address, againAt: Date.now() + data.againInSeconds * 1000, request: data.request };
      writeSent(next);
      setSent(next);
      setCode('');
      setEntered(false);
    } catch (error) {
      setErrors({ email: (error instanceof ApiError ? error.errors['email'] : undefined) ?? messageOf(error) });
    }
    setSending(false);
  };
  const enter = (): void => {
    const digits = parseCode(code);
    setErrors(digits === null ? { code: CODE_MESSAGE } : {});
    if (digits === null) codeInput.current?.focus();
    else {
      setEntered(true);
      onCode(email, digits, sent?.request);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || sending) return;
    if (awaited) enter();
    else void send();
  };
  return (
    <form className={styles.code} noValidate onSubmit={submit} aria-label="Sign in with a code">
      <TextInput
        kind="email"
        label="Work e-mail"
        value={email}
        onChange={setEmail}
        inputRef={emailInput}
        maxLength={MAX_EMAIL}
        error={errors.email}
        disabled={busy || sending}
      />
      {awaited ? (
        <>
          <p className={styles.sent} role="status">
            If there is an account for <strong>{sent.email}</strong>, a code is on its way to it. It is good for{' '}
            {SIGN_IN_CODE.minutes} minutes.
          </p>
          <TextInput
            kind="code"
            label="Code"
            value={code}
            onChange={setCode}
            inputRef={codeInput}
            maxLength={12}
            error={errors.code ?? (entered ? wrong : null) ?? undefined}
            disabled={busy}
          />
          <Action type="submit" look="primary" busy={busy}>
            Sign in
          </Action>
          <Action look="quiet" busy={sending} disabled={busy || wait > 0} onClick={() => void send()}>
            {wait > 0 ? `Send another code in ${wait} s` : 'Send another code'}
          </Action>
        </>
      ) : (
        <Action type="submit" busy={sending} disabled={busy}>
          Send code
        </Action>
      )}
    </form>
  );
}
