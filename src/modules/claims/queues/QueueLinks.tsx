import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from './QueueLinks.module.css';

/** What waits is counted after the first frame. */
const QueueCount = lazyPart(async () => (await import('./QueueCount.tsx')).QueueCount);

const ALL = { to: '/list-auth', label: 'All' } as const;
const NO_SEARCH = { search: sharedSearch({}) };
const QUEUES = [
  { to: '/approve-travel-request', label: 'Requests' },
  { to: '/approve-travel-expense', label: 'Travel' },
  { to: '/approve-local', label: 'Local' },
] as const;

/**
 * On a phone one thumb goes from queue to queue, of the same manager, and to all that waits (MGR-27); on a desktop they
 * stand in the navigation.
 */
export function QueueLinks(): ReactElement | null {
  const { roles } = useSession();
  const shown = (useSearch({ strict: false }) as { findByEmail?: string }).findByEmail;
  const onBehalfOf = roles.standsInFor?.[0]?.email;
  // A person without a queue of their own gets here from the pending list, to the queue of the manager they stand in
  // for.
  const findByEmail = shown ?? (roles.isManager ? undefined : onBehalfOf);
  const decides =
    shown === undefined || (roles.standsInFor ?? []).some(({ email }) => email.toLowerCase() === shown.toLowerCase());
  if (!roles.isManager && findByEmail === undefined) return null;
  return (
    <nav className={styles.queues} aria-label="Queues">
      {decides ? (
        <Link
          to={ALL.to}
          {...NO_SEARCH}
          className={styles.queue}
          activeOptions={{ includeSearch: false }}
          preload="intent"
        >
          {ALL.label}
        </Link>
      ) : null}
      {QUEUES.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          {...(findByEmail !== undefined && { search: sharedSearch({ findByEmail }) })}
          className={styles.queue}
          activeOptions={{ includeSearch: false }}
          preload="intent"
        >
          {label}
          <QueueCount to={to} findByEmail={findByEmail} />
        </Link>
      ))}
    </nav>
  );
}
