import type { FilterUse } from '#filters/catalogue.ts';

/** Addresses of the audit log. */
export const AUDIT: string = '/audit';
export const entryAddress = (auditId: number): string => `${AUDIT}/${auditId}`;

export const AUDIT_FILTERS = [
  { key: 'EMAIL', label: 'Person' },
  { key: 'AUDIT_TOPIC' },
  { key: 'DATE_RANGE', label: 'Day' },
  { key: 'SEARCH', label: 'Record' },
] as const satisfies readonly FilterUse[];
