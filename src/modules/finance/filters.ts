import { STATUS_CODES } from '#contract/enums.ts';
import { CLAIM_STATUS_CODES, type FilterUse } from '#filters/catalogue.ts';

/**
 * Filters of finance's tables (FIN-6). They start with what managers approved and finance has to
 * decide; finance's own status can be changed and not removed, and neither can the window of the managers' approvals
 * (FIN-6).
 */
const FIRST = [
  { key: 'EMPLOYEE_NAME' },
  { key: 'EMPLOYEE_EMAIL' },
  { key: 'EMPLOYEE_CODE' },
  { key: 'DATE_RANGE', label: 'Expense date' },
] as const;
const LAST = [
  { key: 'MANAGER_APPROVAL_DATE', start: 'LAST_FINANCIAL_DAYS', fixed: true },
  { key: 'FINANCE_APPROVAL_DATE' },
  { key: 'MANAGER_APPROVAL_STATUS', start: String(STATUS_CODES.approved), codes: CLAIM_STATUS_CODES },
  { key: 'FINANCE_APPROVAL_STATUS', start: String(STATUS_CODES.pending), fixed: true },
] as const;

export const TRAVEL_REVIEW_FILTERS = [
  ...FIRST,
  { key: 'TRAVEL_EXPENSE_TYPE' },
  ...LAST,
] as const satisfies readonly FilterUse[];
export const LOCAL_REVIEW_FILTERS = [
  ...FIRST,
  { key: 'LOCAL_EXPENSE_TYPE' },
  ...LAST,
] as const satisfies readonly FilterUse[];
export const CONVEYANCE_REVIEW_FILTERS = [
  ...FIRST,
  { key: 'CONVEYANCE_TYPE' },
  ...LAST,
] as const satisfies readonly FilterUse[];

export const REVIEW_SORTS = [{ key: 'EMPLOYEE_CODE', label: 'Employee code' }] as const;

/**
 * Of the reports: what finance approved, and when; the dates can be changed, the status is always that (REP-4).
 */
const APPROVED = String(STATUS_CODES.approved);
export const REPORT_FILTERS = [
  { key: 'FINANCE_APPROVAL_DATE', start: 'FINANCIAL_YEAR', fixed: true },
  { key: 'FINANCE_APPROVAL_STATUS', start: APPROVED, fixed: true, codes: [APPROVED] },
] as const satisfies readonly FilterUse[];
