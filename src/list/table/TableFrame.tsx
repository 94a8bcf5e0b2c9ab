import type { ReactElement, ReactNode } from 'react';
import styles from './Frame.module.css';

/** The table and what is above it fill the window: only the table scrolls. Content below it follows. */
export function TableFrame({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.frame}>{children}</div>;
}
