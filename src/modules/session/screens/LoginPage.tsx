import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { demoAccounts } from '#contract/calls/platform.ts';
import { messageOf } from '#data/errors.ts';
import { configOptions } from '#data/loadConfig.ts';
import { useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { Action } from '#ui/Action.tsx';
import { Footer } from '#ui/Footer.tsx';
import { Notice } from '#ui/Notice.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { FeaturePanel } from '../FeaturePanel.tsx';
import { GoogleButton } from '../GoogleButton.tsx';
import styles from '../Login.module.css';
import { isLocationAsked, takeTicket, useSignIn } from '../useSignIn.ts';

/** The people of the demo organisation, one button each. */
function DemoAccounts({
  busy,
  onChoose,
}: {
  busy: string | null;
  onChoose: (email: string) => void;
}): ReactElement | null {
  const { data } = useQuery(readOptions(demoAccounts));
  if (!data) return null;
  return (
    <ul className={styles.accounts} aria-label="Demo accounts">
      {data.data.map(({ email, name }) => (
        <li key={email}>
          <button type="button" disabled={busy !== null} aria-busy={busy === email} onClick={() => onChoose(email)}>
            <strong>{name}</strong> <span>{email}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const CodeSignIn = lazyPart(async () => (await import('../CodeSignIn.tsx')).CodeSignIn);

/** Sign-in (SES-15). `rd` is where the person wanted to go. PDA-2: says what becomes of the position. */
export function LoginPage({ rd }: { rd: string | undefined }): ReactElement {
  const { data: config, error, refetch } = useQuery(configOptions());
  const signIn = useSignIn(rd);
  const online = useOnline();
  const providers = config?.identityProviders ?? [];
  const withTicket = useRef(signIn.withTicket);
  useEffect(() => {
    const ticket = takeTicket();
    if (ticket !== null) withTicket.current(ticket);
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <section className={styles.side}>
          <FeaturePanel />
          {config?.demo ? <DemoAccounts busy={signIn.busy} onChoose={signIn.withAccount} /> : null}
        </section>
        <section className={styles.start} aria-labelledby="page-title">
          <h1 id="page-title" className={styles.title} tabIndex={-1}>
            Login
          </h1>
          <p className={styles.welcome}>Let&apos;s Get Started</p>
          {online ? null : (
            <Notice tone="wait" icon="cloudOff">
              You are offline. Signing in needs the network; what waits on this device is kept until then.
            </Notice>
          )}
          {signIn.error === null ? null : (
            <Notice tone="bad" icon="warning" role="alert">
              {signIn.error}
            </Notice>
          )}
          {config?.googleClientId ? (
            <GoogleButton clientId={config.googleClientId} onCredential={signIn.withCredential} />
          ) : null}
          {providers.map(({ id, name }) => (
            <Action
              key={id}
              busy={signIn.busy === id}
              disabled={signIn.busy !== null || !online}
              onClick={() => signIn.withProvider(id)}
            >
              Sign in with {name}
            </Action>
          ))}
          {(config?.googleClientId || providers.length > 0) && config?.codeSignIn ? (
            <p className={styles.or}>or</p>
          ) : null}
          {config?.codeSignIn ? (
            <CodeSignIn busy={signIn.busy !== null} wrong={signIn.codeError} onCode={signIn.withCode} />
          ) : null}
          {config?.demo ? <p className={styles.soft}>This is a demonstration: choose one of the accounts.</p> : null}
          {config && !config.demo && !config.googleClientId && !config.codeSignIn && providers.length === 0 ? (
            <Notice tone="wait">Sign-in is not set up on this server. Ask your administrator.</Notice>
          ) : null}
          {!config && error ? (
            <Notice
              tone="bad"
              icon="cloudOff"
              role="alert"
              actions={<Action onClick={() => void refetch()}>Try again</Action>}
            >
              {messageOf(error)}
            </Notice>
          ) : null}
          <p className={styles.soft} role="status">
            {signIn.busy === null ? '' : 'Signing in…'}
          </p>
          {isLocationAsked(config) ? (
            <>
              <p className={styles.note}>Enable Geo location for login.</p>
              <p className={styles.note}>
                By signing in you agree that this browser sends where you are with your requests. It is not kept.
              </p>
            </>
          ) : null}
        </section>
      </div>
      <Footer />
    </main>
  );
}
