import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import styles from './MissingPage.module.css';

/** An address that leads nowhere. */
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
