import type { ReactElement } from 'react';
import styles from './Deck.module.css';
import { DECK_KEYS } from './useDeckKeys.ts';

/** What the keyboard does, where there is one. */
export function DeckKeyHints(): ReactElement {
  return (
    <p className={styles.keys}>
      {DECK_KEYS.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  );
}
