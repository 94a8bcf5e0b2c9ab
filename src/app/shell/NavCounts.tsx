import { useCallback, useEffect, type ReactElement } from 'react';
import { useInboxCount } from '#data/inboxCount.ts';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { pendingCountOf } from '#domain/pendingCounts.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { NavLink, type CountOf } from './NavLink.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import styles from './Shell.module.css';
import { INBOX, sharedItems, SIGNED_IN, STAND_IN } from './navigation.ts';

/** What waits for this person behind each link of the navigation. */
function useCounts(): CountOf {
  const inbox = useInboxCount();
  const { counts } = usePendingCounts();
  return useCallback(
    (entry) => {
      if (entry === INBOX) return inbox > 0 ? { count: inbox, words: `${inbox} in your inbox` } : null;
      if (!counts) return null;
      const { to, covers, findByEmail } = entry;
      // A link to a sub-view counts what waits on the screen it belongs to.
      const waiting =
        pendingCountOf(to, counts, findByEmail) ??
        (covers ? null : pendingCountOf(to.slice(0, to.lastIndexOf('/')), counts, findByEmail));
      return waiting?.mine ? waiting : null;
    },
    [inbox, counts],
  );
}

/** Draws nothing: the links stand from the first frame, and hear from it what waits behind them. */
export function NavCounts({ onCounts }: { onCounts: (countOf: CountOf) => void }): null {
  const countOf = useCounts();
  useEffect(() => onCounts(countOf), [onCounts, countOf]);
  return null;
}

/**
 * What is seldom needed, on phones the screens that the bar has no room for, and the colours. Following a link closes
 * the menu.
 */
export function AccountContents({ menu, phone }: { menu: string; phone: boolean }): ReactElement {
  const exists = useScreenExists();
  const countOf = useCounts();
  const close = (): void => document.getElementById(menu)?.hidePopover();
  return (
    <>
      <nav aria-label="Yours" className={styles.links}>
        {[...(phone ? sharedItems(exists) : []), ...[STAND_IN, SIGNED_IN].filter(({ to }) => exists(to))].map(
          (entry) => (
            <NavLink
              key={entry.label}
              entry={entry}
              className={styles.sideItem}
              counted={countOf(entry)}
              onFollow={close}
            />
          ),
        )}
      </nav>
      <SchemeSwitch />
    </>
  );
}
