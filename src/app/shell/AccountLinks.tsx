import type { ReactElement } from 'react';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { CountedLink } from './CountedLink.tsx';
import { sharedItems, STAND_IN } from './navigation.ts';
import styles from './Shell.module.css';

/** What is seldom needed, and on phones the screens that the bar has no room for. Following one closes the menu. */
export function AccountLinks({ menu, phone }: { menu: string; phone: boolean }): ReactElement {
  const exists = useScreenExists();
  const close = (): void => document.getElementById(menu)?.hidePopover();
  return (
    <nav aria-label="Yours" className={styles.links}>
      {[...(phone ? sharedItems(exists) : []), ...(exists(STAND_IN.to) ? [STAND_IN] : [])].map((entry) => (
        <CountedLink key={entry.label} entry={entry} className={styles.sideItem} onFollow={close} />
      ))}
    </nav>
  );
}
