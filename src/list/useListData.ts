import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import { ApiError } from '#data/errors.ts';
import { listOptions, type ListAnswer } from '#data/query.ts';
import { useCalendar } from '#filters/useCalendar.ts';
import type { Entry } from '#outbox/entry.ts';
import type { CurrentUser, ListDef } from './definition.ts';
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
  const calendar = useCalendar(timeZone, texts);
  const filters = useMemo(
    () => filtersOf(def, texts, search.findByEmail ?? email, calendar),
    [def, texts, search.findByEmail, email, calendar],
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

const NONE: ReadonlySet<string> = new Set();

/** The entries that have stood on top of this list since it was opened: a sent one keeps its place until then. */
export function usePinned(entries: readonly Entry[], address: string): ReadonlySet<string> {
  const [kept, setKept] = useState({ address, ids: NONE });
  const before = kept.address === address ? kept.ids : NONE;
  const added = entries.filter(({ state, id }) => state !== 'done' && !before.has(id)).map(({ id }) => id);
  const ids = added.length > 0 ? new Set([...before, ...added]) : before;
  if (kept.address !== address || kept.ids !== ids) setKept({ address, ids });
  return ids;
}

/** A list that the server refuses to this person is no screen of theirs: it leads to the page that says so (ACC-16). */
export function useForbidden(error: unknown): boolean {
  const navigate = useNavigate();
  const forbidden = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (forbidden) void navigate({ href: '/not-found', replace: true });
    // `navigate` is a new function on every render.
    // eslint-disable-next-line react/exhaustive-deps
  }, [forbidden]);
  return forbidden;
}
