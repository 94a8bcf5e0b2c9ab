import type { QueryClient } from '@tanstack/react-query';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Filters, ListQuery, SortKey } from '#contract/query.ts';
import { today } from '#data/clock.ts';
import { listOptions, noteStart } from '#data/query.ts';
import { currentSession } from '#data/sessionStore.ts';
import { toWire, type Calendar, type FilterTexts } from '#filters/value.ts';
import type { ListDef } from './definition.ts';
import { listSearch, textsOf, type ListSearch } from './search.ts';

/** What an address asks the server for. The screen and its prefetch ask alike, so that they share one answer. */

/** What of a list's definition says what is asked for. */
export type Asking = Pick<ListDef<never>, 'endpoint' | 'owner' | 'always' | 'filters'>;

export function filtersOf(
  def: Pick<Asking, 'owner' | 'always'>,
  texts: FilterTexts,
  whose: string,
  at: Calendar,
): Filters {
  return { ...toWire(texts, at), ...def.always, ...(def.owner && { [def.owner]: [whose] }) };
}

export const requestOf = (
  filters: Filters,
  page: number,
  sort: SortKey | undefined,
  size: number = PAGE_SIZE,
): Partial<ListQuery> => ({ pageSize: size, pageNumber: page, filters, ...(sort && { sort }) });

/** Longer than the device takes to read a page, shorter than anybody would wait for before the screen itself. */
const SOON_MS = 250;

/**
 * Has the rows at hand before a list is drawn for the first time, when they are on the device or on their way. It is
 * then drawn once, with its rows, and not twice.
 */
async function loadFirst<Row>(client: QueryClient, def: ListDef<Row>, search: ListSearch): Promise<void> {
  const session = currentSession();
  if (!session) return;
  const { timeZone } = session;
  const filters = filtersOf(def, textsOf(def.filters, search), search.findByEmail ?? session.email, {
    today: today(timeZone),
    timeZone,
  });
  const input = { list: requestOf(filters, search.page, search.sort, search.size) };
  noteStart(def.endpoint, input);
  await Promise.race([
    client.prefetchQuery(listOptions(def.endpoint, input)),
    new Promise((done) => setTimeout(done, SOON_MS)),
  ]);
}

/** The rows that an address of a list opens with, for its route's loader. */
export const rowsOf =
  <Row>(def: ListDef<Row>) =>
  (client: QueryClient, search: Record<string, unknown>): Promise<void> =>
    loadFirst(client, def, listSearch(def.filters, def.sorts)(search));
