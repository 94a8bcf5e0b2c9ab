import { searchWaiting } from '#contract/calls/waiting.ts';
import type { PendingRecord } from '#contract/record.ts';
import { sendingOf } from '#contract/sending.ts';
import { matchesPendingApproval } from '#domain/pendingApproval.ts';
import { detailAddress, nameOfRecord, PENDING_FILTERS, QueueLinks } from '#modules/claims/index.ts';
import { PendingCard, pendingKind } from '../PendingCard.tsx';
import styles from '../Approvals.module.css';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { lazyPart } from '#ui/lazyPart.tsx';

import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';

/** Everything that waits for the signed-in person's decision, whatever it is and in whichever role (NAV-5). */
export const pendingApprovals: ListDef<PendingRecord> = {
  kind: pendingKind,
  endpoint: searchWaiting,
  filters: PENDING_FILTERS,
  matches: (filters, row) => matchesPendingApproval(filters, row),
  Card: PendingCard,
  nameOf: nameOfRecord,
  emptyHint: 'Requests that need your decision appear here, oldest first.',
  Open: lazyPart(async () => (await import('../PendingApprovalDialog.tsx')).PendingApprovalDialog),
  Conflict: lazyPart(async () => (await import('#modules/claims/ConflictDialog.tsx')).ConflictDialog),
  leaves: (_row, entry) => sendingOf(entry.endpoint).keepsPending !== true,
  detailOf: (row) => detailAddress(pendingKind.idOf(row)),
};
export const firstRows = rowsOf(pendingApprovals);

export function PendingApprovals(): ReactElement {
  return (
    <>
      <QueueLinks />
      <p className={styles.deck}>
        <Link to="/deck" preload="intent">
          Decide one by one
        </Link>
      </p>
      <ListScreen def={pendingApprovals} />
    </>
  );
}
