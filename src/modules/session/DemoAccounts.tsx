import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { demoAccounts } from '#contract/calls/platform.ts';
import { readOptions } from '#data/query.ts';
import styles from './Login.module.css';

/** The people of the demo organisation, one button each. */
export function DemoAccounts({
  busy,
  onChoose,
}: {
  busy: string | null;
  onChoose: (email: string) => void;
}): ReactElement | null {
  const { data } = useQuery(readOptions(demoAccounts));
  if (!data) return null;
  return (
    <ul className={styles.accounts} aria-label="Demo accounts">
      {data.data.map(({ email, name }) => (
        <li key={email}>
          <button type="button" disabled={busy !== null} aria-busy={busy === email} onClick={() => onChoose(email)}>
            <strong>{name}</strong> <span>{email}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
