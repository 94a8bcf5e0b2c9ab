import { hashKey, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { useToday } from '#data/clock.ts';
import { listOptions, type ListAnswer, type RowOf } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import type { FilterUse } from '#filters/catalogue.ts';
import { toWire } from '#filters/value.ts';
import { requestOf } from '#list/request.ts';
import { useListSearch, type ListAddress } from '#list/useListSearch.ts';

export interface TallyPage<Row> {
  address: ListAddress;
  answer: ListAnswer<Row> | undefined;
  error: Error | null;
  /** The server is being asked. */
  fetching: boolean;
  /** What is shown is the page before. */
  before: boolean;
  again: () => void;
  filters: ReturnType<typeof toWire>;
}

/** The page of a Tally list that the address asks for. `parts`: of which batch. */
export function useTallyList<E extends Endpoint>(
  endpoint: E,
  uses: readonly FilterUse[],
  parts?: Record<string, string>,
): TallyPage<RowOf<E>> {
  const { timeZone } = useSession();
  const address = useListSearch(useMemo(() => ({ filters: uses }), [uses]));
  const { search, texts } = address;
  const today = useToday(timeZone);
  const filters = useMemo(() => toWire(texts, { today, timeZone }), [texts, today, timeZone]);
  const of = hashKey([parts]);
  const query = useQuery({
    ...listOptions(endpoint, { list: requestOf(filters, search.page, search.sort), ...(parts && { parts }) }),
    // The previous page stays until the next is there; never another batch's.
    placeholderData: (previous, last) =>
      hashKey([(last?.queryKey[2] as { parts?: unknown } | undefined)?.parts]) === of ? previous : undefined,
  });
  return {
    address,
    answer: query.data as ListAnswer<RowOf<E>> | undefined,
    error: query.error,
    fetching: query.isFetching,
    before: query.isPlaceholderData,
    again: () => void query.refetch(),
    filters,
  };
}
