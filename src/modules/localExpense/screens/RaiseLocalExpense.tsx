import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#modules/claims/index.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseLocalExpense } from '../raiseList.ts';

export function RaiseLocalExpense(): ReactElement {
  return (
    <>
      <LocalViewSwitch page="/raise-local" current="expense" />
      <ListScreen def={raiseLocalExpense} />
    </>
  );
}
