import type { ReactElement } from 'react';
import { useInboxCount } from '#data/inboxCount.ts';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { pendingCountOf } from '#domain/pendingCounts.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { NavLink, type NavLinkProps } from './NavLink.tsx';
import styles from './Shell.module.css';
import { INBOX, sharedItems, SIGNED_IN, STAND_IN } from './navigation.ts';

type CountedLinkProps = Omit<NavLinkProps, 'counted'>;

/** A link of the navigation with the number of what waits behind it for this person. */
export const CountedLink = (props: CountedLinkProps): ReactElement =>
  props.entry === INBOX ? <InboxLink {...props} /> : <QueueLink {...props} />;

function InboxLink(props: CountedLinkProps): ReactElement {
  const count = useInboxCount();
  return <NavLink {...props} counted={count > 0 ? { count, words: `${count} in your inbox` } : null} />;
}

function QueueLink(props: CountedLinkProps): ReactElement {
  const { counts } = usePendingCounts();
  const { to, covers, findByEmail } = props.entry;
  // A link to a sub-view counts what waits on the screen it belongs to.
  const waiting =
    counts &&
    (pendingCountOf(to, counts, findByEmail) ??
      (covers ? null : pendingCountOf(to.slice(0, to.lastIndexOf('/')), counts, findByEmail)));
  return <NavLink {...props} counted={waiting?.mine ? waiting : null} />;
}

/** What is seldom needed, and on phones the screens that the bar has no room for. Following one closes the menu. */
export function AccountLinks({ menu, phone }: { menu: string; phone: boolean }): ReactElement {
  const exists = useScreenExists();
  const close = (): void => document.getElementById(menu)?.hidePopover();
  return (
    <nav aria-label="Yours" className={styles.links}>
      {[...(phone ? sharedItems(exists) : []), ...[STAND_IN, SIGNED_IN].filter(({ to }) => exists(to))].map((entry) => (
        <CountedLink key={entry.label} entry={entry} className={styles.sideItem} onFollow={close} />
      ))}
    </nav>
  );
}
