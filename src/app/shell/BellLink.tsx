import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { NavIcon } from './NavIcon.tsx';
import styles from './Shell.module.css';

/** Leads to what one was told. */
export function BellLink({ unread }: { unread: number }): ReactElement {
  return (
    <Link to="/notifications" className={`${styles.round} ${styles.bell}`} preload="intent" aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}>
      <NavIcon name="bell" />
      {unread === 0 ? null : <span className={styles.count} aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
    </Link>
  );
}
