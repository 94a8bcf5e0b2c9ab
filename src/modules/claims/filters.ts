import { STATUS_CODES } from '#contract/enums.ts';
import { CLAIM_STATUS_CODES, type FilterUse } from '#filters/catalogue.ts';

/** Filters of one's own travel requests (TRIP-15). */
export const TRAVEL_REQUEST_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS' },
  { key: 'ADMIN_APPROVAL_STATUS' },
  { key: 'DATE_RANGE', label: 'Travel start date' },
  { key: 'DESTINATION' },
] as const satisfies readonly FilterUse[];

/** Filters of the trips that one claims on; whose they are is hidden. */
export const TRAVEL_EXPENSE_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS' },
  { key: 'DATE_RANGE', label: 'Travel start date' },
] as const satisfies readonly FilterUse[];

/** Filters of one's own local expenses (LOC-19). */
export const LOCAL_EXPENSE_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS', codes: CLAIM_STATUS_CODES },
  { key: 'DATE_RANGE', label: 'Expense date' },
] as const satisfies readonly FilterUse[];

/** Filters of one's own conveyance claims: those of the local expenses beside them. */
export const CONVEYANCE_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS', codes: CLAIM_STATUS_CODES },
  { key: 'DATE_RANGE', label: 'Expense date' },
] as const satisfies readonly FilterUse[];

/** Filters of a manager's queues (MGR-20); the status can be changed and not removed (MGR-19). */
const EMPLOYEE = [{ key: 'EMPLOYEE_NAME' }, { key: 'EMPLOYEE_EMAIL' }, { key: 'EMPLOYEE_CODE' }] as const;
const EXPENSE_DATE = { key: 'DATE_RANGE', label: 'Expense date' } as const;
const STATUS = { key: 'MANAGER_APPROVAL_STATUS', start: String(STATUS_CODES.pending), fixed: true } as const;
const CLAIM_STATUS = { ...STATUS, codes: CLAIM_STATUS_CODES } as const;

export const TEAM_TRIP_FILTERS = [
  { key: 'EMAIL' },
  ...EMPLOYEE,
  { key: 'DATE_RANGE', label: 'Travel start date' },
  STATUS,
] as const satisfies readonly FilterUse[];
export const TEAM_TRAVEL_FILTERS = [
  { key: 'EMAIL' },
  ...EMPLOYEE,
  EXPENSE_DATE,
  { key: 'TRAVEL_EXPENSE_TYPE' },
  CLAIM_STATUS,
] as const satisfies readonly FilterUse[];
/** Of local expenses and of conveyance. */
export const TEAM_LOCAL_FILTERS = [...EMPLOYEE, EXPENSE_DATE, CLAIM_STATUS] as const satisfies readonly FilterUse[];

export const TEAM_SORTS = [{ key: 'EMPLOYEE_CODE', label: 'Employee code' }] as const;

/** Filters of everything that waits for one's decision. */
export const PENDING_FILTERS = [{ key: 'RECORD_KIND' }] as const satisfies readonly FilterUse[];
