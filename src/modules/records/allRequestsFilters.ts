import type { FilterUse } from '#filters/catalogue.ts';

/** Filters of everything one raised; the words stand in the list itself. */
export const ALL_REQUESTS_FILTERS = [
  { key: 'RECORD_KIND' },
  { key: 'MANAGER_APPROVAL_STATUS' },
  { key: 'DATE_RANGE', label: 'Date' },
  { key: 'SEARCH' },
] as const satisfies readonly FilterUse[];
