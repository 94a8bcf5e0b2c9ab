import type { LocalExpense } from '#contract/expense.ts';
import { viewConveyance, ViewConveyance } from '#modules/conveyance/screens/ViewConveyance.tsx';
import { viewLocalExpense, ViewLocalExpense } from '#modules/localExpense/screens/ViewLocalExpense.tsx';
import {
  CONVEYANCE_REVIEW_FILTERS,
  LOCAL_REVIEW_FILTERS,
  REVIEW_SORTS,
  TRAVEL_REVIEW_FILTERS,
} from '#modules/finance/filters.ts';
import { viewTravelExpense, ViewTravelExpense } from '#modules/travelExpense/screens/ViewTravelExpense.tsx';
import { FINANCE_STATUSES } from '#contract/enums.ts';
import type { ListDef } from '#list/definition.ts';
import { listSearch } from '#list/search.ts';
import { Route as ByIdRoute } from '../../src/routes/_signedIn.view-local.$id.tsx';
import { Route as IndexRoute } from '../../src/routes/_signedIn.view-local.index.tsx';
import { APPROVED } from './claims.ts';
import { PERSON, showRoutes } from './screen.tsx';

/** Finance's tables, as tests open them. */

export const FINANCE = {
  ...PERSON,
  email: 'finance@example.com',
  name: 'Kavita Iyer',
  employeeCode: 'KH1007',
  roles: { ...PERSON.roles, isFinance: true },
};
export const [, FINANCE_APPROVED, FINANCE_REJECTED] = FINANCE_STATUSES;

export const TABLES = {
  travel: '/view-travel-expense',
  local: '/view-local/expense',
  conveyance: '/view-local/conveyance',
} as const;
export type TableName = keyof typeof TABLES;
export const DEFS = {
  travel: viewTravelExpense,
  local: viewLocalExpense,
  conveyance: viewConveyance,
} as unknown as Readonly<Record<TableName, ListDef<unknown>>>;

const redirecting = (route: { options: { beforeLoad?: unknown } }) => route.options.beforeLoad as never;

/** Opens an address among those of the tables; answers the router. */
export const openReview = (address: string) =>
  showRoutes(address, [
    { path: TABLES.travel, Screen: ViewTravelExpense, validateSearch: listSearch(TRAVEL_REVIEW_FILTERS, REVIEW_SORTS) },
    { path: TABLES.local, Screen: ViewLocalExpense, validateSearch: listSearch(LOCAL_REVIEW_FILTERS, REVIEW_SORTS) },
    {
      path: TABLES.conveyance,
      Screen: ViewConveyance,
      validateSearch: listSearch(CONVEYANCE_REVIEW_FILTERS, REVIEW_SORTS),
    },
    { path: '/view-local', beforeLoad: redirecting(IndexRoute) },
    { path: '/view-local/$id', beforeLoad: redirecting(ByIdRoute) },
  ]);

/** A claim that its manager approved early enough for every window of finance. */
export const forFinance = (more: Partial<LocalExpense> = {}) =>
  ({
    managerApprovalStatus: APPROVED,
    managerApprovedAmount: 400,
    managerRemarks: 'Fine',
    managerApprovalDate: Date.UTC(2026, 0, 5, 6),
    managerName: 'Ravi Menon',
    ...more,
  }) as Partial<LocalExpense>;
