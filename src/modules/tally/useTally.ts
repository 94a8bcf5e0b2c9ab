import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { TallyBatch } from '#contract/tally.ts';
import { isUnreachable, messageOf } from '#data/errors.ts';
import { once } from '#data/once.ts';
import { useOnline } from '#data/online.ts';
import { invalidate, listOptions, type ListAnswer, type RowOf } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import type { FilterUse } from '#filters/catalogue.ts';
import { useCalendar } from '#filters/useCalendar.ts';
import { toWire } from '#filters/value.ts';
import { requestOf } from '#list/request.ts';
import { useListSearch, type ListAddress } from '#list/useListSearch.ts';
import { toast } from '#ui/toast.ts';

export const NEEDS_NETWORK = 'Tally needs a connection.';

type Change = 'export' | 'mark' | 'release';
/**
 * The name of a change of a batch as it is shown: once the batch has moved on, the same change is another one, under a
 * key of its own.
 */
export const changeOf = (
  change: Change,
  { batchId, version }: Pick<TallyBatch, 'batchId' | 'version'>,
  body?: object,
): string => JSON.stringify([change, batchId, version, body]);
export const isChange = (change: Change, name: string | null): boolean =>
  name?.startsWith(JSON.stringify([change]).slice(0, -1)) === true;

export interface TallyCall {
  online: boolean;
  /** What is under way; null while nothing is. */
  busy: string | null;
  /** Makes one change at once, one at a time; null when it failed, which has been said then. */
  run: <T>(
    name: string,
    endpoint: Pick<Endpoint, 'invalidates'>,
    work: (key: string) => Promise<T>,
    failed?: (error: unknown) => void,
  ) => Promise<T | null>;
}

/**
 * Changes that are made at once and never wait in the outbox. One whose answer did not come is made again under its
 * key, and so only once.
 */
export function useTallyCall(): TallyCall {
  const client = useQueryClient();
  const online = useOnline();
  const [busy, setBusy] = useState<string | null>(null);
  const running = useRef(false);
  const run = useCallback(
    async <T>(
      name: string,
      endpoint: Pick<Endpoint, 'invalidates'>,
      work: (key: string) => Promise<T>,
      failed?: (error: unknown) => void,
    ): Promise<T | null> => {
      if (running.current) return null;
      running.current = true;
      setBusy(name);
      try {
        const made = await once(`tally ${name}`, work);
        void invalidate(client, endpoint);
        return made;
      } catch (error) {
        // It may have been refused because things have moved on: what is shown is asked for again.
        if (!isUnreachable(error)) void invalidate(client, endpoint);
        if (failed) failed(error);
        else toast.error(messageOf(error));
        return null;
      } finally {
        running.current = false;
        setBusy(null);
      }
    },
    [client],
  );
  return { online, busy, run };
}

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
  const calendar = useCalendar(timeZone, texts);
  const filters = useMemo(() => toWire(texts, calendar), [texts, calendar]);
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
