import type { ReactElement } from 'react';
import { QueueLinks } from '#modules/claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { pendingApprovals } from '../pendingApprovals.ts';

export function PendingApprovals(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={pendingApprovals} />
    </>
  );
}
