import type { ReactElement } from 'react';
import styles from './List.module.css';

/** Grey cards of the size of what comes. */
export function SkeletonCards({ count = 6 }: { count?: number }): ReactElement {
  return (
    <div className={styles.cards} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}
