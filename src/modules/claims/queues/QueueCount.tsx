import type { ReactElement } from 'react';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { pendingCountOf } from '#domain/pendingCounts.ts';
import styles from './QueueLinks.module.css';

/** How many requests wait in a queue; nothing where none does. */
export function QueueCount({ to, findByEmail }: { to: string; findByEmail?: string | undefined }): ReactElement | null {
  const { counts } = usePendingCounts();
  const waiting = counts && pendingCountOf(to, counts, findByEmail);
  return waiting ? (
    <span className={styles.count} aria-label={waiting.words}>
      {waiting.count > 99 ? '99+' : waiting.count}
    </span>
  ) : null;
}
