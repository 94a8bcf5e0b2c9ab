import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { QueueLinks } from './QueueLinks.tsx';
import { approveTravelRequest } from './travelRequest.ts';

export function ApproveTravelRequest(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelRequest} />
    </>
  );
}
