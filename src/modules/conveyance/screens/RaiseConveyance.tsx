import { searchConveyance } from '#contract/calls/conveyance.ts';
import type { Conveyance } from '#contract/expense.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceCan } from '#domain/conveyance.ts';
import { ConveyanceCard } from '../ConveyanceCard.tsx';
import { conveyanceKind, nameOfConveyance } from '../kind.ts';
import { detailAddress, LocalViewSwitch, CONVEYANCE_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';

/** One's own conveyance claims: made by the sales app, looked at and completed here. */
export const raiseConveyance: ListDef<Conveyance> = {
  kind: conveyanceKind,
  endpoint: searchConveyance,
  owner: 'USER_EMAIL',
  filters: CONVEYANCE_FILTERS,
  matches: (filters, row, context) => {
    // Whose list it is, the server has seen to.
    const { USER_EMAIL: _owner, ...rest } = filters;
    return matchesConveyance(rest, row, context);
  },
  Card: ConveyanceCard,
  nameOf: nameOfConveyance,
  detailOf: (row) => detailAddress(row.tripId),
  emptyHint: 'Trips that you record in the sales app appear here automatically.',
  Open: lazyPart(() => import('../OpenConveyance.tsx').then((module) => module.OpenConveyance)),
  edit: { label: 'Edit', can: conveyanceCan.edit },
};
export const firstRows = rowsOf(raiseConveyance);

export function RaiseConveyance(): ReactElement {
  return (
    <>
      <LocalViewSwitch page="/raise-local" current="conveyance" />
      <ListScreen def={raiseConveyance} />
    </>
  );
}
