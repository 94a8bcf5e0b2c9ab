import type { ReactElement } from 'react';
import { LocalViewSwitch, QueueLinks, TeamSpendFrame } from '#modules/claims/index.ts';
import { ListScreen } from '#list/ListScreen.tsx';
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
