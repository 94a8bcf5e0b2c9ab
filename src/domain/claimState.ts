import type { LocalExpense } from '#contract/expense.ts';
import { dayOf, formatDay } from './dates.ts';
import { formatRupees } from './money.ts';
import { statusOf } from './status.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/** What the state of a claim lets its owner do, and what it says of amounts and payment. */

type ClaimState = Pick<LocalExpense, 'managerApprovalStatus' | 'withdrawn'>;

const CLOSED = 'This expense was already decided and can no longer be changed';
const WITHDRAWN = 'This expense was withdrawn';

/** A claim is its owner's to change until the manager has decided. */
export function whileManagerPending(claim: ClaimState): Verdict {
  if (claim.withdrawn) return refused('CONFLICT', WITHDRAWN);
  return statusOf(claim.managerApprovalStatus) === 'pending' ? allowed : refused('CONFLICT', CLOSED);
}

/** Is a claim neither withdrawn nor rejected? Only then it counts beside others (FOOD-2, DOC-25). */
export const stillCounts = (
  claim: Pick<LocalExpense, 'managerApprovalStatus' | 'financeApprovalStatus' | 'withdrawn'>,
): boolean =>
  !claim.withdrawn &&
  statusOf(claim.managerApprovalStatus) !== 'rejected' &&
  statusOf(claim.financeApprovalStatus) !== 'rejected';

/** What its owner may do with a local expense: only while the manager has not decided (LOC-11, LOC-25). */
export const localExpenseCan = { edit: whileManagerPending, withdraw: whileManagerPending } as const;

/** The amount that finance approved, where it is to be shown: nowhere before finance has approved (LOC-24, CNV-8). */
export const shownFinanceAmount = (
  claim: Pick<LocalExpense, 'financeApprovalStatus' | 'financeApprovedAmount'>,
): number | null => (statusOf(claim.financeApprovalStatus) === 'approved' ? claim.financeApprovedAmount : null);

type Payment = Pick<LocalExpense, 'paymentDate' | 'paidAmount' | 'paymentReference' | 'financeApprovedAmount'>;

/** 'Paid on 12-11-2026, ₹900.00, UTR77' of a claim of any kind; null while it is not paid (PAY-2). */
export function paidText(
  { paymentDate, paidAmount, paymentReference, financeApprovedAmount }: Payment,
  timeZone: string,
): string | null {
  if (paymentDate === null || paymentDate === undefined) return null;
  const amount = paidAmount ?? financeApprovedAmount;
  return [
    `Paid on ${formatDay(dayOf(paymentDate, timeZone))}`,
    ...(amount === null ? [] : [formatRupees(amount)]),
    ...(paymentReference ? [paymentReference] : []),
  ].join(', ');
}
