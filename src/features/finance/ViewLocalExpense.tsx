import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { TableFrame } from '#list/table/TableFrame.tsx';
import { viewLocalExpense } from './localExpense.ts';

export function ViewLocalExpense(): ReactElement {
  return (
    <TableFrame>
      <LocalViewSwitch page="/view-local" current="expense" />
      <ListScreen def={viewLocalExpense} />
    </TableFrame>
  );
}
