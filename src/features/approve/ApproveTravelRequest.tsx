import type { ReactElement } from 'react';
import { QueueLinks } from '#claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from './TeamSpendFrame.tsx';
import { approveTravelRequest } from './travelRequest.ts';

export function ApproveTravelRequest(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelRequest} />
      <TeamSpendFrame />
    </>
  );
}
