import { STATUS_CODES } from '#contract/enums.ts';
import type { FilterUse } from '#filters/catalogue.ts';

/**
 * Of the reports: what finance approved, and when; the dates can be changed, the status is always that (REP-4).
 */
const APPROVED = String(STATUS_CODES.approved);
export const REPORT_FILTERS = [
  { key: 'FINANCE_APPROVAL_DATE', start: 'FINANCIAL_YEAR', fixed: true },
  { key: 'FINANCE_APPROVAL_STATUS', start: APPROVED, fixed: true, codes: [APPROVED] },
] as const satisfies readonly FilterUse[];
