import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { afterPieces } from '../firstRows.ts';
import { bottomItems, sideGroups, type NavItem } from './navigation.ts';
import { NavLink } from './NavLink.tsx';
import styles from './Shell.module.css';

/** What is counted comes after the first frame. */
const CountedLink = lazyPart(afterPieces(async () => (await import('./CountedLink.tsx')).CountedLink));

const item = (entry: NavItem, className: string | undefined): ReactElement => (
  <CountedLink
    key={entry.label}
    entry={entry}
    className={className}
    fallback={<NavLink entry={entry} className={className} />}
  />
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
