import { ApproveConveyance } from '#modules/conveyance/screens/ApproveConveyance.tsx';
import { ApproveLocalExpense } from '#modules/localExpense/screens/ApproveLocalExpense.tsx';
import { ApproveTravelExpense } from '#modules/travelExpense/screens/ApproveTravelExpense.tsx';
import { ApproveTravelRequest } from '#modules/trip/screens/ApproveTravelRequest.tsx';
import { TEAM_LOCAL_FILTERS, TEAM_SORTS, TEAM_TRAVEL_FILTERS, TEAM_TRIP_FILTERS } from '#modules/claims/filters.ts';
import { listSearch } from '#list/search.ts';
import { Route as ByIdRoute } from '../../src/routes/_signedIn.approve-local.$id.tsx';
import { Route as IndexRoute } from '../../src/routes/_signedIn.approve-local.index.tsx';
import { Route as OwnIndexRoute } from '../../src/routes/_signedIn.raise-local.index.tsx';
import { PERSON, showRoutes } from './screen.tsx';

/** The four queues of a manager, as tests open them. */

export type QueueName = 'trips' | 'travel' | 'local' | 'conveyance';

export const MANAGER = {
  ...PERSON,
  email: 'manager@example.com',
  name: 'Ravi Menon',
  employeeCode: 'KH1003',
  roles: { ...PERSON.roles, isManager: true },
};

/** Cards go by the id of their record. */
export const CARDS = /^(TRP|EXP|CNV)/;

const redirecting = (route: { options: { beforeLoad?: unknown } }) => route.options.beforeLoad as never;

/** Opens an address among those of the queues; answers the router. */
export const openQueue = (address: string) =>
  showRoutes(address, [
    {
      path: '/approve-travel-request',
      Screen: ApproveTravelRequest,
      validateSearch: listSearch(TEAM_TRIP_FILTERS, TEAM_SORTS),
    },
    {
      path: '/approve-travel-expense',
      Screen: ApproveTravelExpense,
      validateSearch: listSearch(TEAM_TRAVEL_FILTERS, TEAM_SORTS),
    },
    {
      path: '/approve-local/expense',
      Screen: ApproveLocalExpense,
      validateSearch: listSearch(TEAM_LOCAL_FILTERS, TEAM_SORTS),
    },
    {
      path: '/approve-local/conveyance',
      Screen: ApproveConveyance,
      validateSearch: listSearch(TEAM_LOCAL_FILTERS, TEAM_SORTS),
    },
    { path: '/approve-local', beforeLoad: redirecting(IndexRoute) },
    { path: '/approve-local/$id', beforeLoad: redirecting(ByIdRoute) },
    { path: '/raise-local', beforeLoad: redirecting(OwnIndexRoute) },
    { path: '/raise-local/expense', Screen: () => <p>One’s own</p> },
  ]);
