import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import styles from './MissingPage.module.css';
import { MESSAGES } from '#contract/error.ts';

/** An address that leads nowhere (NAV-3). */
export function UnknownPage(): ReactElement {
  return (
    <main className={styles.page}>
      <h1 id="page-title" tabIndex={-1}>
        Page not found
      </h1>
      <p>There is nothing at this address. It may be mistyped, or the page no longer exists.</p>
      <Link to="/home" className={styles.way}>
        Go to Home Page
      </Link>
    </main>
  );
}

/** What /not-found shows (NAV-2); its title is in the header. */
export function ForbiddenPage(): ReactElement {
  return (
    <div className={styles.page}>
      <p>{MESSAGES.forbidden}</p>
      <Link to="/home" className={styles.way}>
        Go to Home Page
      </Link>
    </div>
  );
}
