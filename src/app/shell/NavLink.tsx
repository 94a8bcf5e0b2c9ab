import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { NavItem } from './navigation.ts';
import { NavIcon } from './NavIcon.tsx';
import styles from './Shell.module.css';

export interface NavLinkProps {
  entry: NavItem;
  className: string | undefined;
  /** What waits there for this person. */
  counted?: { count: number; words: string } | null;
  onFollow?: () => void;
}

export function NavLink({ entry, className, counted, onFollow }: NavLinkProps): ReactElement {
  return (
    <Link to={entry.to} className={className} activeProps={{ 'aria-current': 'page' }} activeOptions={{ includeSearch: false }} preload="intent" aria-description={counted?.words} {...(onFollow && { onClick: onFollow })}>
      <NavIcon name={entry.icon} />
      <span>{entry.label}</span>
      {counted ? <span className={styles.count} aria-hidden="true">{counted.count > 99 ? '99+' : counted.count}</span> : null}
    </Link>
  );
}
