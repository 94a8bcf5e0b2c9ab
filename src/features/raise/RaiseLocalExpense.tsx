import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseLocalExpense } from './localExpense.ts';

export function RaiseLocalExpense(): ReactElement {
  return <ListScreen def={raiseLocalExpense} />;
}
