import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseTravelExpense } from '../raiseList.ts';

export function RaiseTravelExpense(): ReactElement {
  return <ListScreen def={raiseTravelExpense} />;
}
