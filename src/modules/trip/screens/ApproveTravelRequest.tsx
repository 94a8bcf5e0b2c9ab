import type { ReactElement } from 'react';
import { QueueLinks, TeamSpendFrame } from '#modules/claims/index.ts';
import { ListScreen } from '#list/ListScreen.tsx';
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
