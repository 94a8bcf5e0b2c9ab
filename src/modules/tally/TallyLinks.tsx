import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { CANDIDATES, LEDGERS } from './addresses.ts';
import styles from './Tally.module.css';

/** Where one goes from the batches: to what is in none yet, and to the names that Tally knows. */
export function TallyLinks(): ReactElement {
  const { roles } = useSession();
  return (
    <>
      <Link
        to={CANDIDATES}
        className={roles.isTallyAdmin ? `${styles.go} ${styles.first}` : styles.go}
        preload="intent"
      >
        Tally Data
      </Link>
      <Link to={LEDGERS} className={styles.go} preload="intent">
        Ledgers
      </Link>
    </>
  );
}
