import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { QueueLinks } from '#claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from './TeamSpendFrame.tsx';
import { approveLocalExpense } from './localExpense.ts';

export function ApproveLocalExpense(): ReactElement {
  return (
    <>
      <QueueLinks />
      <LocalViewSwitch page="/approve-local" current="expense" />
      <ListScreen def={approveLocalExpense} />
      <TeamSpendFrame />
    </>
  );
}
