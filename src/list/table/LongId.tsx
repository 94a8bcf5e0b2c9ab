import type { ReactElement } from 'react';
import styles from './Table.module.css';

/** So many of its last characters tell an id from its neighbours. */
const TAIL = 6;

/** A long id in a narrow place: its middle is left out to the eye, and to nobody else. */
export function LongId({ id }: { id: string }): ReactElement {
  return (
    <span className={styles.longId}>
      <span>{id.slice(0, -TAIL)}</span>
      <span>{id.slice(-TAIL)}</span>
    </span>
  );
}
