import type { FilterUse } from '#filters/catalogue.ts';

/** Filters of one's own travel requests. */
export const TRAVEL_REQUEST_FILTERS = [
  { key: 'MANAGER_APPROVAL_STATUS' },
  { key: 'ADMIN_APPROVAL_STATUS' },
  { key: 'DATE_RANGE', label: 'Travel start date' },
  { key: 'DESTINATION' },
] as const satisfies readonly FilterUse[];
