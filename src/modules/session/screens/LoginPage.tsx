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
import { FeaturePanel } from '../FeaturePanel.tsx';
import styles from '../Login.module.css';
import { SignInNotes, SignInWays } from '../SignInWays.tsx';
import { takeTicket } from '../ticket.ts';
import { useSignIn } from '../useSignIn.ts';

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
          <SignInWays config={config} signIn={signIn} />
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
          <SignInNotes config={config} signIn={signIn} />
        </section>
      </div>
      <Footer />
    </main>
  );
}
