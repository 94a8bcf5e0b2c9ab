import type { ReactElement } from 'react';
import { QueueLinks, TeamSpendFrame } from '#modules/claims/index.ts';
import { ListScreen } from '#list/ListScreen.tsx';
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
