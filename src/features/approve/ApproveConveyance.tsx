import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { approveConveyance } from './conveyance.ts';
import { QueueLinks } from './QueueLinks.tsx';

export function ApproveConveyance(): ReactElement {
  return (
    <>
      <QueueLinks />
      <LocalViewSwitch page="/approve-local" current="conveyance" />
      <ListScreen def={approveConveyance} />
    </>
  );
}
