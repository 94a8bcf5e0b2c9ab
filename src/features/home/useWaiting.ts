import { useQuery } from '@tanstack/react-query';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { STATUS_CODES } from '#contract/enums.ts';
import type { Filters } from '#contract/query.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';

interface Waiting {
  count: number;
  words: string;
}

const PENDING = [String(STATUS_CODES.pending)];
const COUNTED: Readonly<Record<string, { filters: (email: string) => Filters; words: (count: number) => string }>> = {
  '/raise-local': { filters: (email) => ({ USER_EMAIL: [email], MANAGER_APPROVAL_STATUS: PENDING }), words: (count) => `${count} waiting for your manager` },
  '/approve-local': { filters: (email) => ({ MANAGER_EMAIL: [email], MANAGER_APPROVAL_STATUS: PENDING }), words: (count) => `${count} waiting for you` },
};

/** What waits behind a button of the home page; null while unknown, when nothing does, or when nothing is counted there. */
export function useWaiting(route: string): Waiting | null {
  const { email } = useSession();
  const counted = COUNTED[route];
  const { data } = useQuery({ ...readOptions(searchLocalExpenses, { list: { pageSize: 1, filters: counted?.filters(email) ?? {} } }), enabled: counted !== undefined });
  const count = data?.data.results.totalElements ?? 0;
  return counted && count > 0 ? { count, words: counted.words(count) } : null;
}
