import type { ReactElement } from 'react';
import { LocalViewSwitch, QueueLinks, TeamSpendFrame } from '#modules/claims/index.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import { approveConveyance } from '../approveList.ts';

export function ApproveConveyance(): ReactElement {
  return (
    <>
      <QueueLinks />
      <LocalViewSwitch page="/approve-local" current="conveyance" />
      <ListScreen def={approveConveyance} />
      <TeamSpendFrame />
    </>
  );
}
