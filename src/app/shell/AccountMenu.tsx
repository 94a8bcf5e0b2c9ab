import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { LogoutButton } from '#modules/session/index.ts';
import { optionalPart } from '#ui/lazyPart.tsx';
import { NavIcon } from './NavIcon.tsx';
import { afterPieces } from '../firstRows.ts';
import styles from './Shell.module.css';

const AccountContents = optionalPart(afterPieces(async () => (await import('./NavCounts.tsx')).AccountContents));

/**
 * Who is signed in, the colours, and on phones what the bar below has no room for and the way out. The browser's own
 * popover: it closes by Escape and by a tap beside it. Most of it is not needed to show rows.
 */
export function AccountMenu({ phone }: { phone: boolean }): ReactElement {
  const { name, email } = useSession();
  return (
    <>
      <button type="button" className={styles.round} popoverTarget="account" aria-label="Account">
        <NavIcon name="account" />
      </button>
      <div id="account" popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <strong>{name}</strong>
          <span>{email}</span>
        </p>
        <AccountContents menu="account" phone={phone} />
        {phone ? <LogoutButton menu="account" /> : null}
      </div>
    </>
  );
}
