import { Component, type ReactElement, type ReactNode } from 'react';
import { messageOf } from '#data/errors.ts';
import { Action } from '#ui/Action.tsx';
import styles from './App.module.css';

/** A piece of the app that is not kept here did not come, in the words of the browsers and of the bundler. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && /imported module|module script|preload CSS/i.test(error.message);

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
export class LastResort extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? (
      <ErrorScreen error={this.state.error} reset={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    );
  }
}
