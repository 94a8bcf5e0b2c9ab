import type { ReactElement } from 'react';
import styles from './Bar.module.css';
import { KEY_HINTS } from './keys.ts';

/** The keys that a day's work needs, where the eye falls. */
export function KeyHints({ onHelp }: { onHelp: () => void }): ReactElement {
  return (
    <p className={styles.hints}>
      {KEY_HINTS.map(([key, does]) =>
        key === '?' ? (
          <button key={key} type="button" aria-label="Keyboard help" onClick={onHelp}>
            <kbd>{key}</kbd> {does}
          </button>
        ) : (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ),
      )}
    </p>
  );
}
