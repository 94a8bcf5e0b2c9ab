import type { PendingCounts } from '#contract/home.ts';

/**
 * What waits behind a button of home: how many, and in words. `mine`: it waits for this person; else this person waits.
 */
export interface Waiting {
  count: number;
  words: string;
  mine: boolean;
}

const number = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

const QUEUE_SCREENS = ['/approve-travel-request', '/approve-travel-expense', '/approve-local'] as const;
const OFFICES = ['/view-travel-expense', '/view-local', '/view-travel-request'] as const;

/**
 * What the counts say of a screen; null where nothing waits or nothing is counted (HOME-7). `findByEmail`: the queue of
 * a manager for whom one stands in.
 */
export function pendingCountOf(route: string, counts: PendingCounts, findByEmail?: string): Waiting | null {
  const { own, finance, admin } = counts;
  const manager =
    findByEmail === undefined
      ? counts.manager
      : counts.standsInFor?.find(({ email }) => email.toLowerCase() === findByEmail.toLowerCase());
  const others = (count: number | undefined, words: string): Waiting | null =>
    count ? { count, words: `${count} waiting for ${words}`, mine: false } : null;
  const mine = (count: number | undefined): Waiting | null =>
    count ? { count, words: `${count} waiting for you`, mine: true } : null;
  switch (route) {
    case '/raise-travel-request':
      return others(own.trips, 'approval');
    case '/raise-travel-expense':
      return others(own.travel, 'your manager');
    case '/raise-local':
      return others(own.local + own.conveyance, 'your manager');
    case '/approve-travel-request':
      return mine(manager?.trips);
    case '/approve-travel-expense':
      return mine(manager?.travel);
    case '/approve-local':
      return mine(manager ? manager.local + manager.conveyance : 0);
    case '/view-travel-expense':
      return mine(finance?.travel);
    case '/view-local':
      return mine(finance ? finance.local + finance.conveyance : 0);
    case '/view-travel-request': {
      if (!admin) return null;
      const words = [
        ...number(admin.trips, 'trip', 'trips'),
        ...number(admin.cancellations, 'cancellation', 'cancellations'),
      ].join(' and ');
      return words === ''
        ? null
        : { count: admin.trips + admin.cancellations, words: `${words} waiting for you`, mine: true };
    }
    case '/view-tally-service': {
      const { toPost = 0, failed = 0 } = counts.tally ?? {};
      const words = [
        ...number(toPost, 'claim to post', 'claims to post'),
        ...number(failed, 'failed voucher', 'failed vouchers'),
      ].join(' and ');
      return words === '' ? null : { count: toPost + failed, words, mine: true };
    }
    case '/list-auth': {
      const offices = OFFICES.reduce((sum, office) => sum + (pendingCountOf(office, counts)?.count ?? 0), 0);
      return mine((pendingCountOfAll(QUEUE_SCREENS, counts)?.count ?? 0) + offices);
    }
    case '/enquiries': {
      const words = [
        ...number(counts.enquiries.toAnswer, 'question', 'questions'),
        ...number(counts.enquiries.toClose, 'answer', 'answers'),
      ].join(' and ');
      return words === ''
        ? null
        : {
            count: counts.enquiries.toAnswer + counts.enquiries.toClose,
            words: `${words} waiting for you`,
            mine: true,
          };
    }
    default:
      return null;
  }
}

/**
 * What waits for this person behind several screens together, in the queues of those for whom one stands in too; null
 * where nothing does.
 */
export function pendingCountOfAll(routes: readonly string[], counts: PendingCounts): Waiting | null {
  const others = (counts.standsInFor ?? []).flatMap(({ email }) =>
    routes.map((route) => pendingCountOf(route, counts, email)),
  );
  const count = [...routes.map((route) => pendingCountOf(route, counts)), ...others].reduce(
    (sum, waiting) => sum + (waiting?.mine ? waiting.count : 0),
    0,
  );
  return count === 0 ? null : { count, words: `${count} waiting for you`, mine: true };
}
