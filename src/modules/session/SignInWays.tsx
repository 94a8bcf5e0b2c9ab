import type { ReactElement } from 'react';
import type { Config } from '#contract/session.ts';
import { useOnline } from '#data/online.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CodeSignIn } from './CodeSignIn.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import styles from './Login.module.css';
import { isLocationAsked, type SignIn } from './useSignIn.ts';

/** Every way in but the demo's. `email`: who it is expected to be. PDA-2: says what becomes of the position. */
export function SignInWays({
  config,
  signIn,
  email,
}: {
  config: Config | undefined;
  signIn: SignIn;
  email?: string | undefined;
}): ReactElement {
  const online = useOnline();
  const providers = config?.identityProviders ?? [];
  return (
    <>
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
      {(config?.googleClientId || providers.length > 0) && config?.codeSignIn ? <p className={styles.or}>or</p> : null}
      {config?.codeSignIn ? (
        <CodeSignIn busy={signIn.busy !== null} wrong={signIn.codeError} expected={email} onCode={signIn.withCode} />
      ) : null}
    </>
  );
}

/** That a sign-in is under way; and what it asks of the browser. */
export const SignInNotes = ({ config, signIn }: { config: Config | undefined; signIn: SignIn }): ReactElement => (
  <>
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
  </>
);
