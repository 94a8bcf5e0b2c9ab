import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { TableFrame } from '#list/table/TableFrame.tsx';
import { viewTravelExpense } from '../financeList.ts';

export function ViewTravelExpense(): ReactElement {
  return (
    <TableFrame>
      <ListScreen def={viewTravelExpense} />
    </TableFrame>
  );
}
