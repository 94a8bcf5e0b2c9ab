import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { LogoutButton } from '#modules/session/index.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { NavIcon } from './NavIcon.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import styles from './Shell.module.css';

const AccountLinks = lazyPart(async () => (await import('./AccountLinks.tsx')).AccountLinks);

/**
 * Who is signed in, the colours, and on phones what the bar below has no room for and the way out. The browser's own
 * popover: it closes by Escape and by a tap beside it.
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
        <AccountLinks menu="account" phone={phone} />
        <SchemeSwitch />
        {phone ? <LogoutButton menu="account" /> : null}
      </div>
    </>
  );
}
