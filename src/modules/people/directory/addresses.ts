import type { FilterUse } from '#filters/catalogue.ts';

/** Addresses of the directory. */
export const PEOPLE: string = '/people';
export const LINES: string = '/people/lines';
export const IMPORT: string = '/people/import';
export const personAddress = (personId: string): string => `${PEOPLE}/${encodeURIComponent(personId)}`;

export const PEOPLE_FILTERS = [
  { key: 'ROLE' },
  { key: 'PERSON_STATUS' },
  { key: 'COST_CENTRE' },
  { key: 'MANAGER_EMAIL', label: 'Manager' },
  { key: 'SEARCH' },
] as const satisfies readonly FilterUse[];
