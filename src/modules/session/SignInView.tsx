import type { ReactElement } from 'react';
import type { SignInFacts } from '#contract/session.ts';
import { LEAVING_PATH } from '#domain/session.ts';
import { Action } from '#ui/Action.tsx';
import { Footer } from '#ui/Footer.tsx';
import { Notice } from '#ui/Notice.tsx';
import { FeaturePanel } from './FeaturePanel.tsx';
import styles from './Login.module.css';
import { SignInNotes, SignInWays } from './SignInWays.tsx';
import type { SignIn } from './useSignIn.ts';

/** The people of the demo organisation, one button each. */
const DemoAccounts = ({
  accounts,
  busy,
  onChoose,
}: {
  accounts: NonNullable<SignInFacts['accounts']>;
  busy: string | null;
  onChoose: (email: string) => void;
}): ReactElement => (
  <ul className={styles.accounts} aria-label="Demo accounts">
    {accounts.map(({ email, name }) => (
      <li key={email} data-key={email}>
        <button type="button" disabled={busy !== null} aria-busy={busy === email} onClick={() => onChoose(email)}>
          <strong>{name}</strong> <span>{email}</span>
        </button>
      </li>
    ))}
  </ul>
);

/** Why it is not known how one signs in, and what asks again. */
export interface NoConfig {
  why: string;
  again: () => void;
}

/**
 * The sign-in page as it stands with what is known (SES-15). The server writes it into the HTML too
 * (src/app/signInPage.tsx): it asks neither page nor network for anything by itself.
 */
export function SignInView({
  config,
  accounts,
  signIn,
  online,
  failure = null,
}: Partial<SignInFacts> & { signIn: SignIn; online: boolean; failure?: NoConfig | null }): ReactElement {
  const providers = config?.identityProviders ?? [];
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <section className={styles.side}>
          <FeaturePanel />
          {config?.demo && accounts ? (
            <DemoAccounts accounts={accounts} busy={signIn.busy} onChoose={signIn.withAccount} />
          ) : null}
        </section>
        <section className={styles.start} aria-labelledby="page-title">
          {config?.logo ? <img className={styles.logo} src={config.logo} alt="" /> : null}
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
          {failure ? (
            <Notice
              tone="bad"
              icon="cloudOff"
              role="alert"
              actions={<Action onClick={failure.again}>Try again</Action>}
            >
              {failure.why}
            </Notice>
          ) : null}
          <SignInNotes config={config} signIn={signIn} />
          <p className={styles.left}>
            <a href={LEAVING_PATH}>Have you left? Send what you saved</a>
          </p>
        </section>
      </div>
      <Footer />
    </main>
  );
}
