import { RECORD_KINDS } from '#contract/enums.ts';
import type { Filters } from '#contract/query.ts';
import type { PendingRecord } from '#contract/record.ts';
import { managerCan } from './approval.ts';
import { idOfRecord } from './recordFace.ts';
import { statusOf } from './status.ts';
import { adminCan, managerTripCan } from './tripDecision.ts';

/** What waits for one person's decision, in all of their roles (NAV-5). */

/** Does the record still wait for whom it waited? */
export function isPendingApproval(any: PendingRecord): boolean {
  if (any.kind === 'trip') {
    switch (any.as) {
      case 'manager':
        return managerTripCan.decide(any.record).ok;
      case 'admin':
        return adminCan.decide(any.record).ok;
      case 'cancellation':
        return adminCan.settleCancellation(any.record).ok;
      default:
        return false;
    }
  }
  if (any.as === 'manager') return managerCan.decide(any.record).ok;
  return (
    any.as === 'finance' &&
    any.record.withdrawn !== true &&
    statusOf(any.record.managerApprovalStatus) === 'approved' &&
    statusOf(any.record.financeApprovalStatus) === 'pending'
  );
}

/** Does a record that waits pass every filter? A filter that this list does not have selects none. */
export const matchesPendingApproval = (filters: Filters, any: PendingRecord): boolean =>
  isPendingApproval(any) &&
  Object.entries(filters).every(
    ([key, values]) =>
      values.length === 0 || (key === 'RECORD_KIND' && values.includes(String(RECORD_KINDS.indexOf(any.kind)))),
  );

/** Oldest first, ties by id, so that the order is total. */
export const pendingApprovalOrder =
  () =>
  (a: PendingRecord, b: PendingRecord): number =>
    a.record.createdAt - b.record.createdAt || (idOfRecord(a) < idOfRecord(b) ? -1 : 1);
