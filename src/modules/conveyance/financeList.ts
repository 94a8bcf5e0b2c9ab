import { searchConveyance } from '#contract/calls/conveyance.ts';
import { downloadConveyance } from '#contract/calls/reports.ts';
import type { Conveyance } from '#contract/expense.ts';
import { matchesConveyance } from '#domain/claimSearch.ts';
import { conveyanceFinanceDecision } from './financeDecision.ts';
import { conveyanceKind, nameOfConveyance } from './kind.ts';
import { CONVEYANCE_REVIEW_COLUMNS } from './reviewColumns.tsx';
import { ReviewConveyanceCard } from './ReviewConveyanceCard.tsx';
import type { ListDef } from '#list/definition.ts';
import { CONVEYANCE_REVIEW_FILTERS, REVIEWED, rowsOf, toolsOf } from '#modules/finance/index.ts';

/** The conveyance claims that finance decides. */
export const viewConveyance: ListDef<Conveyance> = {
  ...REVIEWED,
  label: 'Sales app trip expenses',
  kind: conveyanceKind,
  endpoint: searchConveyance,
  filters: CONVEYANCE_REVIEW_FILTERS,
  matches: matchesConveyance,
  Card: ReviewConveyanceCard,
  nameOf: nameOfConveyance,
  columns: CONVEYANCE_REVIEW_COLUMNS,
  Tools: toolsOf(downloadConveyance, 'conveyance'),
  decision: conveyanceFinanceDecision,
};
export const firstRows = rowsOf(viewConveyance);
