import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ClaimSearch } from '#server/modules/claims/repository/conditions.ts';
import { searchClaims } from '#server/modules/claims/repository/search.ts';
import type { Figure } from '../support/report.ts';
import { percentile } from '../support/stats.ts';
import { employeeId, managerId } from './fill.ts';

const TIMES = 200;

const search = (rest: Partial<ClaimSearch> & Pick<ClaimSearch, 'scope'>): ClaimSearch => ({
  kind: PRIMARY_EXPENSE_TYPE.local,
  byEmployeeCode: false,
  withDuplicates: true,
  limit: 25,
  offset: 0,
  ...rest,
});

/** The searches of the screens as they open. */
export const SEARCHES: Record<string, (n: number) => ClaimSearch> = {
  "employee's list": (n) =>
    search({
      scope: { of: 'owner', ownerId: employeeId(n * 7), approvedOnly: false },
      withDuplicates: false,
      withdrawnToo: true,
    }),
  "manager's pending queue": (n) =>
    search({
      scope: { of: 'manager', managerId: managerId(n * 7) },
      managerStatuses: storedStatuses('manager', ['1']),
    }),
  "manager's whole queue": (n) => search({ scope: { of: 'manager', managerId: managerId(n * 7) } }),
  "finance's page and summary": () => search({ scope: { of: 'approved' } }),
  "finance's pending page and summary": () =>
    search({ scope: { of: 'approved' }, financeStatuses: storedStatuses('finance', ['1']) }),
  // On the 20th, when most has been approved since the window's end (FIN-6).
  "finance's page as it opens on a 20th": () =>
    search({
      scope: { of: 'approved' },
      financeStatuses: storedStatuses('finance', ['1']),
      managerDecided: { from: null, to: Date.now() - 10 * 86_400_000 },
    }),
};

type Times = Record<string, { p50: number; p95: number }>;

/**
 * p50 and p95 of each search in each of these databases, one at a time and in turn, from the statement's leaving to its
 * rows' arriving.
 */
export async function timeSearches<Databases extends Database[]>(
  ...databases: Databases
): Promise<{ [Nth in keyof Databases]: Times }> {
  const times = databases.map((): Times => ({}));
  for (const [name, make] of Object.entries(SEARCHES)) {
    const taken = databases.map((): number[] => []);
    for (let n = 0; n < TIMES + 10; n++) {
      for (const [nth, { db }] of databases.entries()) {
        const start = performance.now();
        await searchClaims(db, make(n));
        if (n >= 10) taken[nth]?.push(performance.now() - start);
      }
    }
    for (const [nth, each] of taken.entries())
      (times[nth] as Times)[name] = { p50: percentile(each, 50), p95: percentile(each, 95) };
  }
  return times as { [Nth in keyof Databases]: Times };
}

const GOALS: Record<string, number> = {
  "finance's page and summary": 20,
  "finance's pending page and summary": 20,
  "finance's page as it opens on a 20th": 20,
};

export const searchFigures = (where: string, times: Times): Figure[] =>
  Object.entries(times).map(([name, { p95 }]) => ({
    budget: `${name}, p95, ${where}`,
    unit: 'ms',
    digits: 2,
    figure: p95,
    goal: { atMost: GOALS[name] ?? 5 },
  }));

export const growthFigures = (large: Times, small: Times, where: string): Figure[] =>
  Object.entries(large).map(([name, { p50 }]) => ({
    budget: `${name}, p50 ${where} (floor)`,
    unit: 'ms',
    digits: 2,
    figure: p50,
    floor: small[name]?.p50 ?? null,
    goal: { ratioAtMost: 1.3 },
  }));
