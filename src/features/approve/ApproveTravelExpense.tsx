import type { ReactElement } from 'react';
import { QueueLinks } from '#claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from './TeamSpendFrame.tsx';
import { approveTravelExpense } from './travelExpense.ts';

export function ApproveTravelExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelExpense} />
      <TeamSpendFrame />
    </>
  );
}
