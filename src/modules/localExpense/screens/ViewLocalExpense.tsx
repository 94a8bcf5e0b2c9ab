import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { TableFrame } from '#list/table/TableFrame.tsx';
import { viewLocalExpense } from '../financeList.ts';

export function ViewLocalExpense(): ReactElement {
  return (
    <TableFrame>
      <ListScreen def={viewLocalExpense} />
    </TableFrame>
  );
}
