import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#modules/claims/LocalViewSwitch.tsx';
import { QueueLinks } from '#modules/claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from '#modules/claims/charts/TeamSpendFrame.tsx';
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
