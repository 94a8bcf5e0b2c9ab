import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { TableFrame } from '#list/table/TableFrame.tsx';
import { viewConveyance } from '../financeList.ts';

export function ViewConveyance(): ReactElement {
  return (
    <TableFrame>
      <ListScreen def={viewConveyance} />
    </TableFrame>
  );
}
