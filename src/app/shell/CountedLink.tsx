import type { ReactElement } from 'react';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { pendingCountOf } from '#domain/home.ts';
import { NavLink, type NavLinkProps } from './NavLink.tsx';

/** A link of the navigation with the number of what waits behind it for this person. */
export function CountedLink(props: Omit<NavLinkProps, 'counted'>): ReactElement {
  const { counts } = usePendingCounts();
  const { to, covers, findByEmail } = props.entry;
  // A link to a sub-view counts what waits on the screen it belongs to.
  const waiting =
    counts &&
    (pendingCountOf(to, counts, findByEmail) ??
      (covers ? null : pendingCountOf(to.slice(0, to.lastIndexOf('/')), counts, findByEmail)));
  return <NavLink {...props} counted={waiting?.mine ? waiting : null} />;
}
