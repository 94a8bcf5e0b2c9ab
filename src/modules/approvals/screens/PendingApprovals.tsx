import type { ReactElement } from 'react';
import { QueueLinks } from '#modules/claims/index.ts';
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
