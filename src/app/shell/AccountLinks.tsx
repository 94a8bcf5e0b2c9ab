import type { ReactElement } from 'react';
import { useScreenExists } from '#ui/useScreenExists.ts';
import { CountedLink } from './CountedLink.tsx';
import { everybodysItems } from './navigation.ts';
import styles from './Shell.module.css';

/** Screens of everybody's that a phone's bar has no room for. Following one closes the menu. */
export function AccountLinks({ menu }: { menu: string }): ReactElement {
  const close = (): void => document.getElementById(menu)?.hidePopover();
  return (
    <nav aria-label="Yours" className={styles.links}>
      {everybodysItems(useScreenExists()).map((entry) => (
        <CountedLink key={entry.label} entry={entry} className={styles.sideItem} onFollow={close} />
      ))}
    </nav>
  );
}
