import type { ReactElement } from 'react';
import { QueueLinks } from '#modules/claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from '#modules/claims/charts/TeamSpendFrame.tsx';
import { approveTravelExpense } from '../approveList.ts';

export function ApproveTravelExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelExpense} />
      <TeamSpendFrame />
    </>
  );
}
