import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Filters } from '#contract/query.ts';
import { useSession } from '#data/session.ts';
import type { SearchContext } from '#domain/claimSearch.ts';
import type { ListDef } from '#list/definition.ts';
import { lazyPart, optionalPart } from '#ui/lazyPart.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import { TEAM_SORTS } from '../filters.ts';
import styles from './QueueLinks.module.css';

/** What all queues of a manager have in common: they are the signed-in person's own (MGR-19). */
export const QUEUE = {
  owner: 'MANAGER_EMAIL',
  sorts: TEAM_SORTS,
  Conflict: lazyPart(async () => (await import('../ConflictDialog.tsx')).ConflictDialog),
  emptyHint: 'Nothing needs your decision. Use the status filter to see decided requests.',
} as const;

/** Whose queue it is, the server has seen to: a stand-in decides for another. */
export const inQueue =
  <Row,>(matches: (filters: Filters, row: Row, context: SearchContext) => boolean): ListDef<Row>['matches'] =>
  ({ MANAGER_EMAIL: _queue, ...rest }, row, context) =>
    matches(rest, row, context);

/** What waits is counted after the first frame. */
const QueueCount = optionalPart(async () => (await import('./QueueCount.tsx')).QueueCount);

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
