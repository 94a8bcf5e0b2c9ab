import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { QueueLinks } from '#claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TeamSpendFrame } from './TeamSpendFrame.tsx';
import { approveConveyance } from './conveyance.ts';

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
