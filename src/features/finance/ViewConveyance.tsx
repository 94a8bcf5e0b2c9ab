import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TableFrame } from '#list/table/TableFrame.tsx';
import { viewConveyance } from './conveyance.ts';

export function ViewConveyance(): ReactElement {
  return (
    <TableFrame>
      <LocalViewSwitch page="/view-local" current="conveyance" />
      <ListScreen def={viewConveyance} />
    </TableFrame>
  );
}
