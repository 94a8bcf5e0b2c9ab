import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { configOptions } from '#data/loadConfig.ts';
import { useSession } from '#data/session.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './Login.module.css';
import { SignInNotes, SignInWays } from './SignInWays.tsx';
import { useSignIn } from './useSignIn.ts';

/**
 * Asks for a new sign-in over the page that needs it (SES-45): what is typed there stays. `why`: the server's words.
 */
export function SignInAgain({ why, onDone }: { why: string; onDone: (signedIn: boolean) => void }): ReactElement {
  const { data: config } = useQuery(configOptions());
  const { email, name } = useSession();
  const signIn = useSignIn(useRouter().state.location.href, () => onDone(true));
  const leaves = (config?.identityProviders ?? []).length > 0;
  return (
    <Dialog small size={420} title="Sign in again" onClose={() => onDone(false)}>
      <div className={styles.again}>
        <p className={styles.reason}>{why}</p>
        <p className={styles.soft}>
          You are {name} ({email}). This page stays as it is, and what you asked for is done right after.
        </p>
        <SignInWays config={config} signIn={signIn} email={email} />
        {config?.demo ? (
          <Action look="primary" busy={signIn.busy === email} onClick={() => signIn.withAccount(email)}>
            Sign in as {name}
          </Action>
        ) : null}
        {leaves ? (
          <p className={styles.note}>
            Sign-in with a provider leaves this page and comes back to it: what is typed here and not saved is gone
            then.
          </p>
        ) : null}
        <SignInNotes config={config} signIn={signIn} />
        <Action onClick={() => onDone(false)}>Cancel</Action>
      </div>
    </Dialog>
  );
}
