import { CANCELLATION_CODES, STATUS_CODES } from '#contract/enums.ts';
import type { FilterUse } from '#filters/catalogue.ts';

/** What is before an admin when the screen is opened: what is to be decided (ADM-7). */
export const TO_DECIDE = {
  ADMIN_APPROVAL_STATUS: String(STATUS_CODES.pending),
  CANCELLATION_STATUS: `${CANCELLATION_CODES.notInitiated}|${CANCELLATION_CODES.pending}`,
} as const;
/** Cancellations that were asked for, of decided trips too. */
export const TO_CANCEL = {
  ADMIN_APPROVAL_STATUS: `${STATUS_CODES.pending}|${STATUS_CODES.approved}`,
  CANCELLATION_STATUS: String(CANCELLATION_CODES.pending),
} as const;

/**
 * Everybody's trips that a manager approved. A no-show is one too: marking it changes both of its
 * statuses (ADM-6).
 */
export const APPROVED_BY_MANAGER = {
  MANAGER_APPROVAL_STATUS: [String(STATUS_CODES.approved), String(STATUS_CODES.noShow)],
} as const;

/** Filters of the admin's travel requests; two can be changed and not removed (ADM-9). */
export const ADMIN_TRIP_FILTERS = [
  { key: 'EMPLOYEE_NAME' },
  { key: 'EMPLOYEE_EMAIL' },
  { key: 'EMPLOYEE_CODE' },
  { key: 'DATE_RANGE', label: 'Travel start date' },
  { key: 'DESTINATION' },
  { key: 'ADMIN_APPROVAL_STATUS', start: TO_DECIDE.ADMIN_APPROVAL_STATUS, fixed: true },
  { key: 'CANCELLATION_STATUS', start: TO_DECIDE.CANCELLATION_STATUS, fixed: true },
] as const satisfies readonly FilterUse[];
