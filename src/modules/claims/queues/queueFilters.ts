import { STATUS_CODES } from '#contract/enums.ts';
import { CLAIM_STATUS_CODES, type FilterUse } from '#filters/catalogue.ts';

/** Filters of a manager's queues; the status can be changed and not removed (MGR-20). */
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
