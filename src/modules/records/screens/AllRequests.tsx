import { searchMine } from '#contract/calls/records.ts';
import type { AnyRecord } from '#contract/record.ts';
import { matchesRecord } from '#domain/recordSearch.ts';
import { detailAddress, editAddress, nameOfRecord } from '#modules/claims/index.ts';
import { anyKind } from '../kinds.ts';
import { RecordCard } from '../RecordCard.tsx';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { ALL_REQUESTS_FILTERS } from '../addresses.ts';
import { SearchField } from '../SearchField.tsx';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';

/** Everything the signed-in person raised (NAV-4). */
export const allRequests: ListDef<AnyRecord> = {
  kind: anyKind,
  endpoint: searchMine,
  filters: ALL_REQUESTS_FILTERS,
  matches: matchesRecord,
  Card: RecordCard,
  nameOf: nameOfRecord,
  emptyHint: 'Trips and claims that you raise appear here.',
  page: { of: (row) => detailAddress(anyKind.idOf(row)), edit: editAddress },
  Tools: SearchField,
};
export const firstRows = rowsOf(allRequests);

export function AllRequests(): ReactElement {
  return <ListScreen def={allRequests} />;
}
