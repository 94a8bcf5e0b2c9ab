import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';
import './tokens.css';

export interface NoticeProps {
  tone?: 'plain' | 'bad' | 'wait' | 'info';
  icon?: IconName;
  children: ReactNode;
  actions?: ReactNode;
  /** `alert` speaks at once, `status` when there is a pause. */
  role?: 'alert' | 'status';
}

/** A message beside what it is about, with what can be done. */
export function Notice({ tone = 'plain', icon, children, actions, role }: NoticeProps): ReactElement {
  return (
    <div role={role} className={tone === 'plain' ? styles.notice : `${styles.notice} ${styles[tone]}`}>
      {icon ? <Icon name={icon} /> : null}
      <p>{children}</p>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}

/** Why a change was not made; nothing while nothing is wrong. */
export const Failure = ({ text }: { text: string | null | undefined }): ReactElement | null =>
  text === undefined || text === null ? null : (
    <Notice tone="bad" icon="warning" role="alert">
      {text}
    </Notice>
  );

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
