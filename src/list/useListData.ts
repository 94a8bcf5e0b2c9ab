import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import { useToday } from '#data/clock.ts';
import { listOptions, type ListAnswer } from '#data/query.ts';
import type { ListDef, CurrentUser } from './definition.ts';
import { filtersOf, requestOf } from './request.ts';
import { sizeOf } from './search.ts';
import type { ListAddress } from './useListSearch.ts';

const whose = (input: unknown, owner: FilterKey): string | undefined =>
  (input as { list?: Partial<ListQuery> } | undefined)?.list?.filters?.[owner]?.[0];

/** The page of rows that an address asks for, as the device or the server has it. */
export function useListData<Row>(def: ListDef<Row>, address: ListAddress, viewer: CurrentUser) {
  const { search, texts } = address;
  const { email, timeZone } = viewer;
  const size = sizeOf(search);
  const today = useToday(timeZone);
  const filters = useMemo(
    () => filtersOf(def, texts, search.findByEmail ?? email, { today, timeZone }),
    [def, texts, search.findByEmail, email, today, timeZone],
  );
  const list = useMemo(
    () => requestOf(filters, search.page, search.sort, size),
    [filters, search.page, search.sort, size],
  );
  const query = useQuery({
    ...listOptions(def.endpoint, { list }),
    // The previous page stays until the next is there; never another person's.
    placeholderData: (previous, before) =>
      def.owner === undefined || whose(before?.queryKey[2], def.owner) === filters[def.owner]?.[0]
        ? previous
        : undefined,
  });
  return { query, filters, answer: query.data as ListAnswer<Row> | undefined };
}
