import { searchWaiting } from '#contract/calls/waiting.ts';
import type { WaitingRecord } from '#contract/record.ts';
import { matchesWaiting } from '#domain/waiting.ts';
import { detailAddress } from '#claims/records/addresses.ts';
import { nameOfRecord } from '#claims/records/face.ts';
import { WaitingCard } from '#claims/records/WaitingCard.tsx';
import { waitingKind } from '#claims/records/waitingKind.ts';
import type { ListDef } from '#list/definition.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { WAITING_FILTERS } from './waitingFilters.ts';

/** What somebody else may do to a record while it waits here for a decision. */
const STAYS: ReadonlySet<string> = new Set(['uploadTicketDetails', 'addFurtherTicket']);

/** Everything that waits for the signed-in person's decision, whatever it is and in whichever role (NAV-5). */
export const waitingForYou: ListDef<WaitingRecord> = {
  kind: waitingKind,
  endpoint: searchWaiting,
  filters: WAITING_FILTERS,
  matches: (filters, row) => matchesWaiting(filters, row),
  Card: WaitingCard,
  nameOf: nameOfRecord,
  emptyHint: 'Whatever waits for your decision comes here, the oldest first.',
  Open: lazyPart(async () => (await import('./WaitingDialog.tsx')).WaitingDialog),
  Conflict: lazyPart(async () => (await import('#claims/ConflictDialog.tsx')).ConflictDialog),
  leaves: (_row, entry) => !STAYS.has(entry.endpoint),
  detailOf: (row) => detailAddress(waitingKind.idOf(row)),
};
