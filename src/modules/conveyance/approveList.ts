import { searchConveyance } from '#contract/calls/conveyance.ts';
import type { Conveyance } from '#contract/expense.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceKind, nameOfConveyance } from './kind.ts';
import { conveyanceManagerDecision } from './managerDecision.ts';
import { TeamConveyanceCard } from './TeamConveyanceCard.tsx';
import { detailAddress, inQueue, QUEUE, rowsOf, TEAM_LOCAL_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';

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
