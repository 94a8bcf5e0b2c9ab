import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { LogoutButton } from '#features/session/LogoutButton.tsx';
import { NavIcon } from './NavIcon.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import styles from './Shell.module.css';

/** Who is signed in, the colours, and on phones the way out. The browser's own popover: it closes by Escape and by a tap beside it. */
export function AccountMenu({ withLogout }: { withLogout: boolean }): ReactElement {
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
        <SchemeSwitch />
        {withLogout ? <LogoutButton menu="account" /> : null}
      </div>
    </>
  );
}
