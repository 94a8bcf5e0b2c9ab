import { STATUS_CODES } from '#contract/enums.ts';
import type { FilterUse } from '#filters/catalogue.ts';

/** Filters of a manager's queue; the status can be changed and not removed (approver.md 2.3 and 4). */
export const TEAM_EXPENSE_FILTERS = [
  { key: 'EMPLOYEE_NAME' },
  { key: 'EMPLOYEE_EMAIL' },
  { key: 'EMPLOYEE_CODE' },
  { key: 'DATE_RANGE', label: 'Expense date' },
  { key: 'MANAGER_APPROVAL_STATUS', start: String(STATUS_CODES.pending), fixed: true },
] as const satisfies readonly FilterUse[];

export const TEAM_EXPENSE_SORTS = [{ key: 'EMPLOYEE_CODE', label: 'Employee code' }] as const;
