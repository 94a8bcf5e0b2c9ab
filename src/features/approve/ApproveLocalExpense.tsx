import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { approveLocalExpense } from './localExpense.ts';
import { QueueLinks } from './QueueLinks.tsx';

export function ApproveLocalExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <LocalViewSwitch page="/approve-local" current="expense" />
      <ListScreen def={approveLocalExpense} />
    </>
  );
}
