import { today } from '#data/clock.ts';
import type { PrefetchedList } from '#data/prefetch.ts';
import type { Session } from '#data/sessionStore.ts';
import type { Day } from '#domain/dates.ts';
import { decidesAnything } from '#domain/deciders.ts';
import { filtersOf, type Asking } from '#list/request.ts';
import { listSearch, textsOf } from '#list/search.ts';

/**
 * The lists that a person opens first, by their addresses. Each is asked for as its own definition says, whose code is
 * fetched only then.
 */
export function prefetchedLists(
  { email, roles, timeZone }: Session,
  day: Day = today(timeZone),
): readonly PrefetchedList[] {
  const list = (address: string, load: () => Promise<Asking>): PrefetchedList => ({
    address,
    request: async () => {
      const def = await load();
      const texts = textsOf(def.filters, listSearch(def.filters)({}));
      return { endpoint: def.endpoint, filters: filtersOf(def, texts, email, { today: day, timeZone }) };
    },
  });
  return [
    list(
      '/raise-local/expense',
      async () => (await import('#modules/localExpense/screens/RaiseLocalExpense.tsx')).raiseLocalExpense,
    ),
    list(
      '/raise-local/conveyance',
      async () => (await import('#modules/conveyance/screens/RaiseConveyance.tsx')).raiseConveyance,
    ),
    list(
      '/raise-travel-request',
      async () => (await import('#modules/trip/screens/TravelRequests.tsx')).raiseTravelRequest,
    ),
    // Trips with their days, approvals and claims: what a claim is raised on without a network.
    list(
      '/raise-travel-expense',
      async () => (await import('#modules/travelExpense/screens/RaiseTravelExpense.tsx')).raiseTravelExpense,
    ),
    list('/list', async () => (await import('#modules/records/screens/AllRequests.tsx')).allRequests),
    ...(decidesAnything(roles)
      ? [
          list(
            '/list-auth',
            async () => (await import('#modules/approvals/screens/PendingApprovals.tsx')).pendingApprovals,
          ),
        ]
      : []),
    ...(roles.isManager
      ? [
          list(
            '/approve-travel-request',
            async () => (await import('#modules/trip/screens/ApproveTravelRequest.tsx')).approveTravelRequest,
          ),
          list(
            '/approve-travel-expense',
            async () => (await import('#modules/travelExpense/screens/ApproveTravelExpense.tsx')).approveTravelExpense,
          ),
          list(
            '/approve-local/expense',
            async () => (await import('#modules/localExpense/screens/ApproveLocalExpense.tsx')).approveLocalExpense,
          ),
          list(
            '/approve-local/conveyance',
            async () => (await import('#modules/conveyance/screens/ApproveConveyance.tsx')).approveConveyance,
          ),
        ]
      : []),
    ...(roles.isFinance
      ? [
          list(
            '/view-travel-expense',
            async () => (await import('#modules/travelExpense/screens/ViewTravelExpense.tsx')).viewTravelExpense,
          ),
          list(
            '/view-local/expense',
            async () => (await import('#modules/localExpense/screens/ViewLocalExpense.tsx')).viewLocalExpense,
          ),
          list(
            '/view-local/conveyance',
            async () => (await import('#modules/conveyance/screens/ViewConveyance.tsx')).viewConveyance,
          ),
        ]
      : []),
    ...(roles.isAdmin
      ? [
          list(
            '/view-travel-request',
            async () => (await import('#modules/trip/screens/AdminTravelRequests.tsx')).adminTravelRequests,
          ),
        ]
      : []),
  ];
}
