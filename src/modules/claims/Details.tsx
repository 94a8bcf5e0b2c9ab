import type { ReactElement, ReactNode } from 'react';
import styles from './Card.module.css';
import { Link } from '@tanstack/react-router';
import { useSession } from '#data/session.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';

/** Names and values, read-only; what has no value is left out. */
export function Details({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }): ReactElement {
  return (
    <dl className={styles.details}>
      {items.flatMap(([name, value]) =>
        value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>] : [],
      )}
    </dl>
  );
}

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
    <Link to={path} search={sharedSearch({ findByEmail: row.userEmail })} className={styles.seeAll}>
      {`See all of ${row.employeeName}`}
    </Link>
  );
}
