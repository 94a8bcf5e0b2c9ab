import type { FilterUse } from '#filters/catalogue.ts';

/** The views of one record (NAV-6). */
const RECORD_TABS = ['details', 'bills', 'history', 'enquiries'] as const;
export type RecordTab = (typeof RECORD_TABS)[number];

/** Any other value shows the details. */
export const tabOf = (raw: string | undefined): RecordTab => RECORD_TABS.find((each) => each === raw) ?? 'details';

/** Filters of everything one raised; the words stand in the list itself. */
export const ALL_REQUESTS_FILTERS = [
  { key: 'RECORD_KIND' },
  { key: 'MANAGER_APPROVAL_STATUS' },
  { key: 'DATE_RANGE', label: 'Date' },
  { key: 'SEARCH' },
] as const satisfies readonly FilterUse[];
