import type { QueryClient } from '@tanstack/react-query';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { STATUS_CODES } from '#contract/enums.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Filters } from '#contract/query.ts';
import { rememberStart } from './boot.ts';
import { addressOf } from './http.ts';
import { online } from './online.ts';
import { listOptions } from './query.ts';
import { currentSession, type Session } from './sessionStore.ts';

/** Fetches ahead what the person's roles need, so that it is there offline (offline.md, 'Reading offline'). */
const EVERY_MS = 15 * 60_000;
const FIRST_MS = 4_000;

interface SavesData {
  connection?: { saveData?: boolean };
}

/** The first pages a person opens, by the address they stand at. */
export function pagesOf({ email, roles }: Session): { address: string; filters: Filters }[] {
  const own = { address: '/raise-local/expense', filters: { USER_EMAIL: [email] } };
  const queue = { address: '/approve-local/expense', filters: { MANAGER_EMAIL: [email], MANAGER_APPROVAL_STATUS: [String(STATUS_CODES.pending)] } };
  return roles.isManager ? [own, queue] : [own];
}

export async function warm(client: QueryClient): Promise<void> {
  const session = currentSession();
  if (!session || !online.isOnline() || (navigator as SavesData).connection?.saveData === true) return;
  for (const { address, filters } of pagesOf(session)) {
    const list = { pageSize: PAGE_SIZE, pageNumber: 0, filters };
    rememberStart(address, addressOf(searchLocalExpenses, { list }), false);
    await client.prefetchQuery({ ...listOptions(searchLocalExpenses, { list }), staleTime: EVERY_MS }).catch(() => undefined);
  }
}

/** Starts the warming of this page; answers how to stop it. */
export function keepWarm(client: QueryClient): () => void {
  const soon = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void warm(client));
    else void warm(client);
  };
  const first = setTimeout(soon, FIRST_MS);
  const timer = setInterval(soon, EVERY_MS);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
