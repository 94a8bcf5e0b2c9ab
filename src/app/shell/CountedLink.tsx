import type { ReactElement } from 'react';
import { useWaitingCounts } from '#data/waiting.ts';
import { waitingBehind } from '#domain/home.ts';
import { NavLink, type NavLinkProps } from './NavLink.tsx';

/** A link of the navigation with the number of what waits behind it for this person. */
export function CountedLink(props: Omit<NavLinkProps, 'counted'>): ReactElement {
  const { counts } = useWaitingCounts();
  const { to, covers, findByEmail } = props.entry;
  // A link to a sub-view counts what waits on the screen it belongs to.
  const waiting =
    counts &&
    (waitingBehind(to, counts, findByEmail) ??
      (covers ? null : waitingBehind(to.slice(0, to.lastIndexOf('/')), counts, findByEmail)));
  return <NavLink {...props} counted={waiting?.mine ? waiting : null} />;
}
