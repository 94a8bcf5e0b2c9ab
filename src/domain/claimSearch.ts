import { CONVEYANCE_TYPES, LOCAL_EXPENSE_TYPES, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import type { FilterKey, Filters, SortKey } from '#contract/query.ts';
import { dayOf } from './dates.ts';
import { storedStatuses, type StatusField } from './status.ts';

/**
 * What the filters of a list mean, said once more for the device: the server asks its database, a phone without network
 * asks the rows it has (LIST-4). Both must select the same claims in the same order.
 */
export interface SearchContext {
  timeZone: string;
}

/** Whole text, whatever the case. */
const same = (value: string | null, wanted: readonly string[]): boolean =>
  value !== null && wanted.some((text) => text.toLowerCase() === value.toLowerCase());

const statusIn = (field: StatusField, status: string, codes: readonly string[]): boolean =>
  (storedStatuses(field, codes) as string[]).includes(status);

/** Both ends included, either may be empty. Calendar dates are compared by their days. */
function dayWithin(ms: number, [start = '', end = '']: readonly string[], timeZone: string): boolean {
  const day = dayOf(ms, timeZone);
  return (start === '' || day >= dayOf(Number(start), timeZone)) && (end === '' || day <= dayOf(Number(end), timeZone));
}

function momentWithin(ms: number | null, [start = '', end = '']: readonly string[]): boolean {
  return ms !== null && (start === '' || ms >= Number(start)) && (end === '' || ms <= Number(end));
}

/** What the claims of every list have. */
type Common = Pick<
  LocalExpense,
  | 'userEmail'
  | 'managerEmail'
  | 'employeeName'
  | 'employeeCode'
  | 'managerApprovalStatus'
  | 'managerApprovalDate'
  | 'financeApprovalStatus'
  | 'financeApprovalDate'
  | 'withdrawn'
  | 'creationDate'
>;
type Tests<Claim> = Partial<
  Record<FilterKey, (claim: Claim, values: readonly string[], ctx: SearchContext) => boolean>
>;

const COMMON: Tests<Common> = {
  USER_EMAIL: (claim, values) => same(claim.userEmail, values),
  // What was withdrawn leaves every approver's queue.
  MANAGER_EMAIL: (claim, values) => !claim.withdrawn && same(claim.managerEmail, values),
  EMAIL: (claim, values) => same(claim.userEmail, values),
  EMPLOYEE_EMAIL: (claim, values) => same(claim.userEmail, values),
  EMPLOYEE_NAME: (claim, values) => same(claim.employeeName, values),
  EMPLOYEE_CODE: (claim, values) => same(claim.employeeCode, values),
  MANAGER_APPROVAL_STATUS: (claim, values) => statusIn('manager', claim.managerApprovalStatus, values),
  FINANCE_APPROVAL_STATUS: (claim, values) => statusIn('finance', claim.financeApprovalStatus, values),
  MANAGER_APPROVAL_DATE: (claim, values) => momentWithin(claim.managerApprovalDate, values),
  FINANCE_APPROVAL_DATE: (claim, values) => momentWithin(claim.financeApprovalDate, values),
};
const LOCAL: Tests<LocalExpense> = {
  ...COMMON,
  DATE_RANGE: (claim, values, ctx) => dayWithin(claim.expenseDate, values, ctx.timeZone),
  LOCAL_EXPENSE_TYPE: (claim, values) => values.includes(String(LOCAL_EXPENSE_TYPES.indexOf(claim.localExpenseType))),
};
const CONVEYANCE: Tests<Conveyance> = {
  ...COMMON,
  DATE_RANGE: (claim, values, ctx) => dayWithin(claim.travelDate, values, ctx.timeZone),
  CONVEYANCE_TYPE: (claim, values) => values.includes(String(CONVEYANCE_TYPES.indexOf(claim.conveyanceType))),
};
/** Travel claims one by one, as approvers see them: by their own date, not by their trip's (LIST-1). */
const TRAVEL: Tests<TravelExpense> = {
  ...COMMON,
  DATE_RANGE: (claim, values, ctx) => dayWithin(claim.expenseDate, values, ctx.timeZone),
  TRAVEL_EXPENSE_TYPE: (claim, values) =>
    values.includes(String(TRAVEL_EXPENSE_TYPES.indexOf(claim.travelExpenseType))),
};

/** Does a claim pass every filter? A filter that its kind does not have selects none. */
const matcher =
  <Claim>(tests: Tests<Claim>) =>
  (filters: Filters, claim: Claim, ctx: SearchContext): boolean =>
    (Object.entries(filters) as [FilterKey, readonly string[]][]).every(
      ([key, values]) => values.length === 0 || (tests[key]?.(claim, values, ctx) ?? false),
    );

export const matchesClaim = matcher(LOCAL);
export const matchesConveyance = matcher(CONVEYANCE);
export const matchesTravelExpense = matcher(TRAVEL);

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Newest first, ties by id, so that the order is total; with a sort key that one first, ascending (LIST-3).
 */
const orderBy =
  <Claim extends Common>(idOf: (claim: Claim) => string) =>
  (sort?: SortKey) =>
  (a: Claim, b: Claim): number =>
    (sort === 'EMPLOYEE_CODE' ? text(a.employeeCode, b.employeeCode) : 0) ||
    b.creationDate - a.creationDate ||
    text(idOf(b), idOf(a));

export const claimOrder = orderBy<LocalExpense>((claim) => claim.expenseId);
export const travelExpenseOrder = orderBy<TravelExpense>((claim) => claim.expenseId);
export const conveyanceOrder = orderBy<Conveyance>((claim) => claim.tripId);
