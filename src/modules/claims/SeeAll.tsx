import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import styles from './Card.module.css';

/** Leads an approver to everything of this kind that the claimant raised, read-only. */
export function SeeAll({
  row,
  path,
}: {
  row: { userEmail: string; employeeName: string };
  path: string;
}): ReactElement | null {
  const exists = useScreenExists();
  const { email } = useSession();
  if (!exists(path) || row.userEmail.toLowerCase() === email.toLowerCase()) return null;
  return (
    <Link to={path} search={{ findByEmail: row.userEmail } as never} className={styles.seeAll}>
      {`See all of ${row.employeeName}`}
    </Link>
  );
}
