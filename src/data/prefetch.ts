import type { QueryClient } from '@tanstack/react-query';
import { listNotifications } from '#contract/calls/notifications.ts';
import { readGst } from '#contract/calls/gst.ts';
import { exceptionalDates, exceptionalExpenseDate } from '#contract/calls/exceptionalDates.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { searchEnquiries } from '#contract/calls/records.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Filters } from '#contract/query.ts';
import { rememberStart } from './boot.ts';
import { addressOf } from './http.ts';
import { online } from './online.ts';
import { policiesOptions } from './policies.ts';
import { listOptions, readOptions } from './query.ts';
import { currentSession, type Session } from './sessionStore.ts';
import type { PrefetchedBill } from './prefetchPreviews.ts';

/** Fetches ahead what the person's roles need, so that it is there offline. */
const EVERY_MS = 15 * 60_000;

interface Connected {
  connection?: { saveData?: boolean; effectiveType?: string };
}
/** Whether the link is metered, or so slow that what is fetched ahead would hold up what is asked for. */
function isPrecious(): boolean {
  const { connection } = navigator as Connected;
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** A list that somebody opens, by its address; `request` says what it asks for first. */
export interface PrefetchedList {
  address: string;
  request: () => Promise<{ endpoint: Endpoint; filters: Filters }>;
}
export type ListsOf = (session: Session) => readonly PrefetchedList[];

interface Billed {
  billUrl?: PrefetchedBill[];
}

/** The bills on a page of claims, or of records of any kind. */
const billsOf = (page: unknown): PrefetchedBill[] =>
  ((page as { rows?: (Billed & { record?: Billed })[] } | undefined)?.rows ?? []).flatMap(
    ({ billUrl, record }) => billUrl ?? record?.billUrl ?? [],
  );

/** Fetches ahead once: what the lists of the person's roles show at first, and small pictures of what is to decide. */
export async function prefetch(client: QueryClient, listsOf: ListsOf): Promise<void> {
  const session = currentSession();
  if (!session || !online.isOnline() || isPrecious()) return;
  const toDecide: PrefetchedBill[] = [];
  // Stop when the user signs out meanwhile.
  const gone = (): boolean => currentSession()?.email !== session.email;
  for (const { address, request } of listsOf(session)) {
    if (gone()) return;
    const asked = await request().catch(() => null);
    if (gone()) return;
    if (!asked) continue;
    const { endpoint, filters } = asked;
    const list = { pageSize: PAGE_SIZE, pageNumber: 0, filters };
    rememberStart(address, addressOf(endpoint, { list }), false);
    const options = listOptions(endpoint, { list });
    await client.prefetchQuery({ ...options, staleTime: EVERY_MS }).catch(() => undefined);
    if (endpoint === searchWaiting || (filters['MANAGER_EMAIL'] ?? filters['FINANCE_APPROVAL_STATUS']))
      toDecide.push(...billsOf(client.getQueryData(options.queryKey)));
  }
  if (gone()) return;
  await client
    .prefetchQuery({
      ...listOptions(searchEnquiries, { query: { state: 'open' }, list: { pageSize: PAGE_SIZE, pageNumber: 0 } }),
      staleTime: EVERY_MS,
    })
    .catch(() => undefined);
  if (session.roles.isAdmin)
    await client.prefetchQuery({ ...readOptions(exceptionalDates), staleTime: EVERY_MS }).catch(() => undefined);
  await client
    .prefetchQuery({
      ...listOptions(listNotifications, { list: { pageSize: PAGE_SIZE, pageNumber: 0 } }),
      staleTime: EVERY_MS,
    })
    .catch(() => undefined);
  await client
    .prefetchQuery({ ...readOptions(exceptionalExpenseDate, { query: { email: session.email } }), staleTime: EVERY_MS })
    .catch(() => undefined);
  await client.prefetchQuery({ ...policiesOptions(), staleTime: EVERY_MS }).catch(() => undefined);
  await client.prefetchQuery({ ...readOptions(readGst), staleTime: EVERY_MS }).catch(() => undefined);
  if (toDecide.length === 0 || gone()) return;
  const { prefetchPreviews } = await import('./prefetchPreviews.ts');
  await prefetchPreviews(toDecide).catch(() => undefined);
}

/** Fetches ahead as soon as the page has nothing else to do, and again every 15 minutes. */
export function startPrefetching(client: QueryClient, listsOf: ListsOf): void {
  const soon = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void prefetch(client, listsOf));
    else void prefetch(client, listsOf);
  };
  soon();
  setInterval(soon, EVERY_MS);
}
