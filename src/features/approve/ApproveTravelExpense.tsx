import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { QueueLinks } from './QueueLinks.tsx';
import { approveTravelExpense } from './travelExpense.ts';

export function ApproveTravelExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={approveTravelExpense} />
    </>
  );
}
