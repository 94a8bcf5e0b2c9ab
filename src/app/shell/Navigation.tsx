import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { bottomItems, sideGroups, type NavItem } from './navigation.ts';
import { NavIcon } from './NavIcon.tsx';
import styles from './Shell.module.css';

const item = ({ label, to, icon }: NavItem, className: string | undefined): ReactElement => (
  <Link key={label} to={to} className={className} activeProps={{ 'aria-current': 'page' }} activeOptions={{ includeSearch: false }} preload="intent">
    <NavIcon name={icon} />
    <span>{label}</span>
  </Link>
);

export function SideNavigation(): ReactElement {
  const { roles } = useSession();
  return (
    <nav className="k-side" aria-label="Main">
      {sideGroups(roles, useScreenExists()).map(({ title, items }) => (
        <div key={title ?? ''} className={styles.group}>
          {title === null ? null : <p className={styles.groupTitle}>{title}</p>}
          {items.map((entry) => item(entry, styles.sideItem))}
        </div>
      ))}
    </nav>
  );
}

export function BottomNavigation(): ReactElement {
  const { roles } = useSession();
  return (
    <nav className="k-foot" aria-label="Main">
      {bottomItems(roles, useScreenExists()).map((entry) => item(entry, styles.footItem))}
    </nav>
  );
}
