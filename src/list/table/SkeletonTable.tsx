import type { ReactElement } from 'react';
import styles from './Table.module.css';

const ROWS = 12;

/** Grey rows of the size of what comes. */
export function SkeletonTable(): ReactElement {
  return (
    <div className={styles.scroller} role="status" aria-label="Loading">
      <div className={styles.skeletonHead} />
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={styles.skeletonRow} />
      ))}
    </div>
  );
}
