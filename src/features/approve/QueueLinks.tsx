import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { lazyPart } from '#ui/lazyPart.tsx';
import styles from './QueueLinks.module.css';

/** What waits is counted after the first frame. */
const QueueCount = lazyPart(async () => (await import('./QueueCount.tsx')).QueueCount);

const QUEUES = [
  { to: '/approve-travel-request', label: 'Requests' },
  { to: '/approve-travel-expense', label: 'Travel' },
  { to: '/approve-local', label: 'Local' },
] as const;

/** On a phone one thumb goes from queue to queue, of the same manager; on a desktop they stand in the navigation. */
export function QueueLinks(): ReactElement {
  const { findByEmail } = useSearch({ strict: false }) as { findByEmail?: string };
  return (
    <nav className={styles.queues} aria-label="Queues">
      {QUEUES.map(({ to, label }) => (
        <Link key={to} to={to} {...(findByEmail !== undefined && { search: { findByEmail } as never })} className={styles.queue} activeOptions={{ includeSearch: false }} preload="intent">
          {label}
          <QueueCount to={to} findByEmail={findByEmail} />
        </Link>
      ))}
    </nav>
  );
}
