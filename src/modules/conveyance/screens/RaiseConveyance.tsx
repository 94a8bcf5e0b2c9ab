import type { ReactElement } from 'react';
import { LocalViewSwitch } from '#modules/claims/index.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseConveyance } from '../raiseList.ts';

export function RaiseConveyance(): ReactElement {
  return (
    <>
      <LocalViewSwitch page="/raise-local" current="conveyance" />
      <ListScreen def={raiseConveyance} />
    </>
  );
}
