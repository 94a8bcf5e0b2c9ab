import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#claims/LocalViewSwitch.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseLocalExpense } from './localExpense.ts';

export function RaiseLocalExpense(): ReactElement {
  return (
    <>
      <LocalViewSwitch page="/raise-local" current="expense" />
      <ListScreen def={raiseLocalExpense} />
    </>
  );
}
