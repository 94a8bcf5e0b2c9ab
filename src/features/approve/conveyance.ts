import { searchConveyance } from '#contract/calls/conveyance.ts';
import type { Conveyance } from '#contract/expense.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceKind, nameOfConveyance } from '#claims/conveyance/kind.ts';
import { conveyanceManagerDecision } from '#claims/conveyance/managerDecision.ts';
import { TeamConveyanceCard } from '#claims/conveyance/TeamConveyanceCard.tsx';
import { detailAddress } from '#claims/records/addresses.ts';
import type { ListDef } from '#list/definition.ts';
import { inQueue, QUEUE, rowsOf } from './queue.ts';
import { TEAM_LOCAL_FILTERS } from './queueFilters.ts';

/** The conveyance claims that a manager decides. */
export const approveConveyance: ListDef<Conveyance> = {
  ...QUEUE,
  kind: conveyanceKind,
  endpoint: searchConveyance,
  filters: TEAM_LOCAL_FILTERS,
  matches: inQueue(matchesConveyance),
  Card: TeamConveyanceCard,
  nameOf: nameOfConveyance,
  detailOf: (row) => detailAddress(row.tripId),
  decision: conveyanceManagerDecision,
};
export const firstRows = rowsOf(approveConveyance);
