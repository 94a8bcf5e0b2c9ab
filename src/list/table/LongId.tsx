import type { ReactElement } from 'react';
import styles from './Table.module.css';

/** What kind of id it is, and as many of its last characters as distinguish it from its neighbours. */
const HEAD = 3;
const TAIL = 6;

/** A long id in a narrow place: its middle is left out to the eye, and to nobody else. */
export function LongId({ id }: { id: string }): ReactElement {
  if (id.length <= HEAD + TAIL + 1) return <span>{id}</span>;
  return (
    <span className={styles.longId} title={id}>
      {id.slice(0, HEAD)}
      <span>{id.slice(HEAD, -TAIL)}</span>
      {id.slice(-TAIL)}
    </span>
  );
}
