import { CatchBoundary } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { messageOf } from '#data/errors.ts';
import { Action } from '#ui/Action.tsx';
import { isMissing } from '#ui/isMissing.ts';
import styles from './App.module.css';

/** A piece of the app has failed. What was typed is in the drafts, what was saved is in the outbox. */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }): ReactElement {
  return (
    <div className={styles.page} role="alert">
      {isMissing(error) ? (
        <>
          <h2>Not on this device yet</h2>
          <p>This page needs a connection the first time. What you typed and saved is still on this device.</p>
        </>
      ) : (
        <>
          <h2>Something went wrong</h2>
          <p>What you typed and saved is still on this device. Try again, or reload the page.</p>
          <p className={styles.detail}>{messageOf(error)}</p>
        </>
      )}
      <div className={styles.actions}>
        <Action onClick={() => window.location.reload()}>Reload</Action>
        <Action look="primary" onClick={reset}>
          Try again
        </Action>
      </div>
    </div>
  );
}

/** Catches what no route has caught, so that nobody ever looks at an empty page. */
export const LastResort = ({ children }: { children: ReactNode }): ReactElement => (
  <CatchBoundary getResetKey={() => 0} errorComponent={ErrorScreen}>
    {children}
  </CatchBoundary>
);
