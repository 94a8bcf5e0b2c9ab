import type { ReactElement } from 'react';
import { QueueLinks } from '#modules/claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from '#modules/claims/charts/TeamSpendFrame.tsx';
import { approveTravelRequest } from '../approveList.ts';

export function ApproveTravelRequest(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelRequest} />
      <TeamSpendFrame />
    </>
  );
}
