import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#modules/claims/LocalViewSwitch.tsx';
import { QueueLinks } from '#modules/claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from '#modules/claims/charts/TeamSpendFrame.tsx';
import { approveLocalExpense } from '../approveList.ts';

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
