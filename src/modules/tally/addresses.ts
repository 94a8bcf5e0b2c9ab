import type { FilterUse } from '#filters/catalogue.ts';

/** Addresses that the Tally screens lead to. */
export const BATCHES: string = '/view-tally-service';
export const CANDIDATES: string = '/tally-data';
export const LEDGERS: string = '/home/tally-ledgers';
export const batchAddress = (batchId: string): string => `/tally-detail-service/${encodeURIComponent(batchId)}`;

/** Trips have no vouchers. */
const CLAIMS = ['1', '2', '3'] as const;
const kind = { key: 'RECORD_KIND', codes: CLAIMS } as const;
const people = [{ key: 'EMPLOYEE_NAME' }, { key: 'EMPLOYEE_EMAIL' }, { key: 'EMPLOYEE_CODE' }] as const;

/** Filters of the batches, of the claims that are in none, and of one batch's vouchers. */
export const BATCH_FILTERS = [
  { key: 'TALLY_STATUS' },
  kind,
  { key: 'DATE_RANGE', label: 'Period' },
] as const satisfies readonly FilterUse[];
export const CANDIDATE_FILTERS = [
  kind,
  ...people,
  { key: 'DATE_RANGE' },
  { key: 'FINANCE_APPROVAL_DATE' },
] as const satisfies readonly FilterUse[];
export const CANDIDATE_SORTS = [{ key: 'EMPLOYEE_CODE', label: 'Employee code' }] as const;
export const VOUCHER_FILTERS = [{ key: 'TALLY_STATUS' }, ...people] as const satisfies readonly FilterUse[];
