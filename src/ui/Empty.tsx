import type { ReactElement, ReactNode } from 'react';
import './tokens.css';
import styles from './Empty.module.css';

/** Nothing to show: what that means and what to do next. */
export function Empty({ title, hint, children }: { title: string; hint: string; children?: ReactNode }): ReactElement {
  return (
    <div className={styles.empty} role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{hint}</p>
      {children}
    </div>
  );
}
