import type { QueryClient } from '@tanstack/react-query';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { listNotifications } from '#contract/calls/notifications.ts';
import { searchTravelExpenses, searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import { searchTrips } from '#contract/calls/trips.ts';
import { exceptionalDates, exceptionalExpenseDate } from '#contract/calls/exceptionalDates.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { searchEnquiries, searchMine } from '#contract/calls/records.ts';
import { CANCELLATION_CODES, STATUS_CODES } from '#contract/enums.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Filters } from '#contract/query.ts';
import { dayOf } from '#domain/dates.ts';
import { decidesAnything } from '#domain/deciders.ts';
import { approvalWindowFilter } from '#domain/finance.ts';
import { rememberStart } from './boot.ts';
import { addressOf } from './http.ts';
import { online } from './online.ts';
import { listOptions, readOptions } from './query.ts';
import { currentSession, type Session } from './sessionStore.ts';
import type { PrefetchedBill } from './prefetchPreviews.ts';

/** Fetches ahead what the person's roles need, so that it is there offline. */
const EVERY_MS = 15 * 60_000;
const FIRST_MS = 4_000;

interface SavesData {
  connection?: { saveData?: boolean };
}

/** A list that somebody opens, by its address. */
interface PrefetchedPage {
  endpoint: Endpoint;
  address: string;
  filters: Filters;
}

/** Finance's tables as they open (FIN-6). */
function reviewPages(now: number, timeZone: string): PrefetchedPage[] {
  const filters = {
    MANAGER_APPROVAL_DATE: approvalWindowFilter(dayOf(now, timeZone), timeZone),
    MANAGER_APPROVAL_STATUS: [String(STATUS_CODES.approved)],
    FINANCE_APPROVAL_STATUS: [String(STATUS_CODES.pending)],
  };
  return [
    { endpoint: searchTravelExpenses, address: '/view-travel-expense', filters },
    { endpoint: searchLocalExpenses, address: '/view-local/expense', filters },
    { endpoint: searchConveyance, address: '/view-local/conveyance', filters },
  ];
}

/** The first pages a person opens. */
export function pagesOf({ email, roles, timeZone }: Session, now = Date.now()): PrefetchedPage[] {
  const mine = { USER_EMAIL: [email] };
  const queue = { MANAGER_EMAIL: [email], MANAGER_APPROVAL_STATUS: [String(STATUS_CODES.pending)] };
  const toBook = {
    MANAGER_APPROVAL_STATUS: [String(STATUS_CODES.approved), String(STATUS_CODES.noShow)],
    ADMIN_APPROVAL_STATUS: [String(STATUS_CODES.pending)],
    CANCELLATION_STATUS: [String(CANCELLATION_CODES.notInitiated), String(CANCELLATION_CODES.pending)],
  };
  return [
    { endpoint: searchLocalExpenses, address: '/raise-local/expense', filters: mine },
    { endpoint: searchConveyance, address: '/raise-local/conveyance', filters: mine },
    { endpoint: searchTrips, address: '/raise-travel-request', filters: mine },
    // Trips with their days, approvals and claims: what a claim is raised on without a network.
    { endpoint: searchTravelTrips, address: '/raise-travel-expense', filters: mine },
    { endpoint: searchMine, address: '/list', filters: {} },
    ...(decidesAnything(roles) ? [{ endpoint: searchWaiting, address: '/list-auth', filters: {} }] : []),
    ...(roles.isManager
      ? [
          { endpoint: searchTrips, address: '/approve-travel-request', filters: queue },
          { endpoint: searchTravelExpenses, address: '/approve-travel-expense', filters: queue },
          { endpoint: searchLocalExpenses, address: '/approve-local/expense', filters: queue },
          { endpoint: searchConveyance, address: '/approve-local/conveyance', filters: queue },
        ]
      : []),
    ...(roles.isFinance ? reviewPages(now, timeZone) : []),
    ...(roles.isAdmin ? [{ endpoint: searchTrips, address: '/view-travel-request', filters: toBook }] : []),
  ];
}

/** The bills on a page of claims. */
const billsOf = (page: unknown): PrefetchedBill[] =>
  ((page as { rows?: { billUrl?: PrefetchedBill[] }[] } | undefined)?.rows ?? []).flatMap(
    ({ billUrl = [] }) => billUrl,
  );

/** `drawPdf`: makes a small picture of a PDF, for the previews of bills. */
export async function prefetch(
  client: QueryClient,
  drawPdf: ((bytes: ArrayBuffer) => Promise<ArrayBuffer>) | null = null,
): Promise<void> {
  const session = currentSession();
  if (!session || !online.isOnline() || (navigator as SavesData).connection?.saveData === true) return;
  const toDecide: PrefetchedBill[] = [];
  // Stop when the user signs out meanwhile.
  const gone = (): boolean => currentSession()?.email !== session.email;
  for (const { endpoint, address, filters } of pagesOf(session)) {
    if (gone()) return;
    const list = { pageSize: PAGE_SIZE, pageNumber: 0, filters };
    rememberStart(address, addressOf(endpoint, { list }), false);
    const options = listOptions(endpoint, { list });
    await client.prefetchQuery({ ...options, staleTime: EVERY_MS }).catch(() => undefined);
    if (filters['MANAGER_EMAIL'] ?? filters['FINANCE_APPROVAL_STATUS'])
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
  if (toDecide.length === 0 || gone()) return;
  const { pageTools, prefetchPreviews } = await import('./prefetchPreviews.ts');
  await prefetchPreviews(toDecide, pageTools(drawPdf)).catch(() => undefined);
}

/** Starts the warming of this page; answers how to stop it. */
export function startPrefetching(
  client: QueryClient,
  drawPdf: (bytes: ArrayBuffer) => Promise<ArrayBuffer>,
): () => void {
  const soon = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void prefetch(client, drawPdf));
    else void prefetch(client, drawPdf);
  };
  const first = setTimeout(soon, FIRST_MS);
  const timer = setInterval(soon, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
