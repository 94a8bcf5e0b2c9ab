import type { ReactElement } from 'react';
import styles from './Login.module.css';

const FEATURES: readonly [string, string][] = [
  ['Claim in half a minute', 'Photograph the bill, enter the amount, done.'],
  ['Works without a network', 'What you save is kept on your device and sent automatically.'],
  ['Always know where it stands', 'Waiting, sent, approved or paid: one look is enough.'],
];

/** What this is, beside the form of whoever is not signed in. */
export function FeaturePanel(): ReactElement {
  return (
    <>
      <p className={styles.brand}>Kharcha</p>
      <ul className={styles.features}>
        {FEATURES.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
