import { useCallback, useState, type ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { optionalPart } from '#ui/lazyPart.tsx';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { afterPieces } from '../firstRows.ts';
import { bottomItems, sideGroups } from './navigation.ts';
import { NavLink, type CountOf } from './NavLink.tsx';
import styles from './Shell.module.css';

/** What is counted comes after the first frame. */
const NavCounts = optionalPart(afterPieces(async () => (await import('./NavCounts.tsx')).NavCounts));

const UNCOUNTED: CountOf = () => null;

/** The links are never made anew: a finger that is down on one, and the focus of a keyboard, would lose it. */
function useCounted(): [countOf: CountOf, counts: ReactElement] {
  const [countOf, setCountOf] = useState(() => UNCOUNTED);
  const onCounts = useCallback((next: CountOf) => setCountOf(() => next), []);
  return [countOf, <NavCounts key="counts" onCounts={onCounts} />];
}

export function SideNavigation(): ReactElement {
  const { roles } = useSession();
  const [countOf, counts] = useCounted();
  return (
    <nav className="k-side" aria-label="Main">
      {sideGroups(roles, useScreenExists()).map(({ title, items }) => (
        <div key={title ?? ''} className={styles.group}>
          {title === null ? null : <p className={styles.groupTitle}>{title}</p>}
          {items.map((entry) => (
            <NavLink key={entry.label} entry={entry} className={styles.sideItem} counted={countOf(entry)} />
          ))}
        </div>
      ))}
      {counts}
    </nav>
  );
}

export function BottomNavigation(): ReactElement {
  const { roles } = useSession();
  const [countOf, counts] = useCounted();
  return (
    <nav className="k-foot" aria-label="Main">
      {bottomItems(roles, useScreenExists()).map((entry) => (
        <NavLink key={entry.label} entry={entry} className={styles.footItem} counted={countOf(entry)} />
      ))}
      {counts}
    </nav>
  );
}
