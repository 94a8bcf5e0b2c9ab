import { CLAIM_STATUS_CODES, type FilterUse } from '#filters/catalogue.ts';

/** Filters of one's own local expenses. */
export const LOCAL_EXPENSE_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS', codes: CLAIM_STATUS_CODES },
  { key: 'DATE_RANGE', label: 'Expense date' },
] as const satisfies readonly FilterUse[];
