import { PAGE_SIZE } from '#contract/limits.ts';
import type { Filters, ListQuery, SortKey } from '#contract/query.ts';
import type { Day } from '#domain/dates.ts';
import { toWire, type FilterTexts } from '#filters/value.ts';
import type { ListDef } from './definition.ts';

/** What an address asks the server for. The screen and its prefetch ask alike, so that they share one answer. */

/** What of a list's definition says what is asked for. */
export type Asking = Pick<ListDef<never>, 'endpoint' | 'owner' | 'always' | 'filters'>;

export function filtersOf(
  def: Pick<Asking, 'owner' | 'always'>,
  texts: FilterTexts,
  whose: string,
  at: { today: Day; timeZone: string },
): Filters {
  return { ...toWire(texts, at), ...def.always, ...(def.owner && { [def.owner]: [whose] }) };
}

export const requestOf = (
  filters: Filters,
  page: number,
  sort: SortKey | undefined,
  size: number = PAGE_SIZE,
): Partial<ListQuery> => ({ pageSize: size, pageNumber: page, filters, ...(sort && { sort }) });
