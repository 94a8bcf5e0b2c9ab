import type { ReactElement } from 'react';
import { chooseScheme, useScheme } from '#data/scheme.ts';
import type { Scheme } from '#start/scheme.ts';
import { useSession } from '#data/session.ts';
import { LogoutButton } from '#modules/session/index.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { NavIcon } from './NavIcon.tsx';
import { afterPieces } from '../firstRows.ts';
import styles from './Shell.module.css';

const CHOICES: readonly [Scheme, string][] = [
  ['auto', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Light, dark, or as the system says. */
function SchemeSwitch(): ReactElement {
  const scheme = useScheme();
  return (
    <fieldset className={styles.schemes}>
      <legend>Colours</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="scheme" checked={scheme === value} onChange={() => chooseScheme(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const AccountLinks = lazyPart(afterPieces(async () => (await import('./NavCounts.tsx')).AccountLinks));

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
