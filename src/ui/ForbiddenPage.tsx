import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MESSAGES } from '#contract/error.ts';
import styles from './MissingPage.module.css';

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
