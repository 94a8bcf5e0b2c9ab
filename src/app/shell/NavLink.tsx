import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sharedSearch } from '#ui/sharedSearch.ts';
import type { NavItem } from './navigation.ts';
import { NavIcon } from './NavIcon.tsx';
import styles from './Shell.module.css';

/** What waits behind a link for this person; null where nothing does. */
export type CountOf = (entry: NavItem) => { count: number; words: string } | null;

interface NavLinkProps {
  entry: NavItem;
  className: string | undefined;
  counted: ReturnType<CountOf>;
  onFollow?: () => void;
}

/** Pages with an entry of their own below another one's address. */
const OWN = /^\/(?:home\/|people\/provisioning$)/;

/** '/raise-local' of '/raise-local/expense': the views of a page are one place. Pages below home are not home. */
const placeOf = (path: string): string => (OWN.test(path) ? path : (path.split('/')[1] ?? ''));

/** The router would take '/home/stand-in' for a place in '/home'; what is current is said here. */
const EXACT = { exact: true, includeSearch: true } as const;

export function NavLink({ entry, className, counted, onFollow }: NavLinkProps): ReactElement {
  // Another's queue is another place than one's own; a bar with one entry for both marks it for both.
  const here = useLocation({
    select: ({ pathname, search }) =>
      [entry.to, ...(entry.covers ?? [])].some((path) => placeOf(path) === placeOf(pathname)) &&
      (entry.covers !== undefined || entry.findByEmail === (search as { findByEmail?: string }).findByEmail),
  });
  return (
    <Link
      to={entry.to}
      {...(entry.findByEmail !== undefined && { search: sharedSearch({ findByEmail: entry.findByEmail }) })}
      className={className}
      activeOptions={EXACT}
      aria-current={here ? 'page' : undefined}
      preload="intent"
      aria-description={counted?.words}
      {...(onFollow && { onClick: onFollow })}
    >
      <NavIcon name={entry.icon} />
      <span>{entry.label}</span>
      {counted ? (
        <span className={styles.count} aria-hidden="true">
          {counted.count > 99 ? '99+' : counted.count}
        </span>
      ) : null}
    </Link>
  );
}
