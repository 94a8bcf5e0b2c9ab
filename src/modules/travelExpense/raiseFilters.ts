import type { FilterUse } from '#filters/catalogue.ts';

/** Filters of the trips that one claims on; whose they are is hidden. */
export const TRAVEL_EXPENSE_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS' },
  { key: 'DATE_RANGE', label: 'Travel start date' },
] as const satisfies readonly FilterUse[];
