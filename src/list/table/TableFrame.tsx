import type { ReactElement, ReactNode } from 'react';
import styles from './Frame.module.css';

/**
 * What stands above a table and the table itself fill the window between them: the table alone scrolls. What comes
 * below it comes after.
 */
export function TableFrame({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.frame}>{children}</div>;
}
