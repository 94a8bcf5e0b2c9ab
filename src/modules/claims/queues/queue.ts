import type { Filters } from '#contract/query.ts';
import type { SearchContext } from '#domain/claimSearch.ts';
import type { ListDef } from '#list/definition.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { TEAM_SORTS } from '../filters.ts';

/** What all queues of a manager have in common: they are the signed-in person's own (MGR-19). */
export const QUEUE = {
  owner: 'MANAGER_EMAIL',
  sorts: TEAM_SORTS,
  Conflict: lazyPart(async () => (await import('../ConflictDialog.tsx')).ConflictDialog),
  emptyHint: 'Nothing needs your decision. Use the status filter to see decided requests.',
} as const;

/** Whose queue it is, the server has seen to: a stand-in decides for another. */
export const inQueue =
  <Row>(matches: (filters: Filters, row: Row, context: SearchContext) => boolean): ListDef<Row>['matches'] =>
  ({ MANAGER_EMAIL: _queue, ...rest }, row, context) =>
    matches(rest, row, context);
