import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Filters } from '#contract/query.ts';
import { listOptions, type ListAnswer } from '#data/query.ts';
import { dayOf } from '#domain/dates.ts';
import { toWire } from '#filters/value.ts';
import type { ListDef, Viewer } from './definition.ts';
import type { ListAddress } from './useListSearch.ts';

/** The page of rows that an address asks for, as the device or the server has it. */
export function useListData<Row>(def: ListDef<Row>, address: ListAddress, viewer: Viewer) {
  const { search, texts } = address;
  const today = dayOf(Date.now(), viewer.timeZone);
  const whose = search.findByEmail ?? viewer.email;
  const filters = useMemo<Filters>(() => ({ ...toWire(texts, { today, timeZone: viewer.timeZone }), ...(def.owner && { [def.owner]: [whose] }) }), [def, texts, today, viewer.timeZone, whose]);
  const list = useMemo(() => ({ pageSize: PAGE_SIZE, pageNumber: search.page, filters, ...(search.sort && { sort: search.sort }) }), [filters, search.page, search.sort]);
  const query = useQuery({ ...listOptions(def.endpoint, { list }), placeholderData: keepPreviousData });
  return { query, filters, answer: query.data as ListAnswer<Row> | undefined };
}
