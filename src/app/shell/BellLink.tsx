import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { NavIcon } from './NavIcon.tsx';
import styles from './Shell.module.css';

export const bellLabel = (unread: number): string =>
  unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;

/** The bell itself, with the number of what is unread. */
export function BellSign({ unread }: { unread: number }): ReactElement {
  return (
    <>
      <NavIcon name="bell" />
      {unread === 0 ? null : (
        <span className={styles.count} aria-hidden="true" data-transient="">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </>
  );
}

/** Shown in the bell's place until its code is loaded: links to the page of all notifications. */
export function BellLink(): ReactElement {
  return (
    <Link to="/notifications" className={`${styles.round} ${styles.bell}`} aria-label={bellLabel(0)}>
      <BellSign unread={0} />
    </Link>
  );
}
