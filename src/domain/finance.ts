import { PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { afterManagerDecision, nothingSelected, parseBulkDecision, type BulkDecisionInput } from './approval.ts';
import { rangeOf, type DateRange } from './dateRanges.ts';
import { endOfDay, type Day } from './dates.ts';
import { mayTakeNextStep, type Duties } from './duties.ts';
import { formatRupees, parseAmount, toPaise, toRupees } from './money.ts';
import { statusLabel, statusOf, UNDECIDED } from './status.ts';
import { parseRemarks } from './text.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Decisions of finance on claims that a manager approved. */

type Amounts = Pick<LocalExpense, 'claimAmount' | 'managerApprovedAmount'>;

/**
 * Conveyance is decided by what was claimed, everything else by what the manager approved of it (FIN-2, FIN-3,
 * LIST-12).
 */
export const decidedByClaim = (kind: number): boolean => kind === PRIMARY_EXPENSE_TYPE.conveyance;

/** What finance approves when nothing is typed, and the most that it may (FIN-2, FIN-3). Rupees. */
export const financeDefaultAmount = (kind: PrimaryExpenseType, claim: Amounts): number =>
  decidedByClaim(kind) ? claim.claimAmount : (claim.managerApprovedAmount ?? claim.claimAmount);

/**
 * By how much more, in rupees, finance approves than the manager did when nothing is typed: of conveyance the whole
 * claim counts (FIN-2). 0 where it is no more.
 */
const defaultExcess = (kind: PrimaryExpenseType, claim: Amounts): number =>
  claim.managerApprovedAmount === null
    ? 0
    : toRupees(Math.max(0, toPaise(financeDefaultAmount(kind, claim)) - toPaise(claim.managerApprovedAmount)));

/**
 * Marks a claim whose default amount is above what its manager approved, before it is approved (FIN-17); null where it
 * is not.
 */
export function defaultAboveManager(kind: PrimaryExpenseType, claim: Amounts): string | null {
  if (claim.managerApprovedAmount === null || defaultExcess(kind, claim) === 0) return null;
  return (
    `The manager approved ${formatRupees(claim.managerApprovedAmount)}. Without another amount the whole ` +
    `claim of ${formatRupees(financeDefaultAmount(kind, claim))} is approved.`
  );
}

/** The same of many that are approved together (FIN-17). */
export function defaultsAboveManager(kind: PrimaryExpenseType, claims: readonly Amounts[]): string | null {
  const above = claims.map((claim) => defaultExcess(kind, claim)).filter((excess) => excess > 0);
  if (above.length === 0) return null;
  const total = toRupees(above.reduce((sum, excess) => sum + toPaise(excess), 0));
  return (
    `${above.length} of ${claims.length} ${above.length === 1 ? 'is' : 'are'} approved with the whole ` +
    `claim, ${formatRupees(total)} more than the manager approved.`
  );
}

export interface FinanceDecisionInput {
  /** The approved amount; 0 of a rejection, whatever amount came with it. */
  paise: number;
  remarks: string | null;
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
const isEmpty = (amount: unknown): boolean =>
  amount === undefined || amount === null || (typeof amount === 'string' && amount.trim() === '');

/**
 * Parses a decision of finance: rejecting needs a remark (FIN-1); no amount is the whole one (FIN-2), and none may be
 * above it (FIN-3).
 */
export function parseFinanceDecision(
  kind: PrimaryExpenseType,
  approve: boolean,
  body: unknown,
  claim: Amounts,
): ParseResult<FinanceDecisionInput> {
  const given = fieldsOf(body);
  const errors: FieldErrors = {};
  const remarks = parseRemarks(given['financeRemarks']);
  const whole = financeDefaultAmount(kind, claim);
  let paise = 0;
  if (approve) {
    const amount = given['financeApprovedAmount'];
    const parsed = parseAmount(isEmpty(amount) ? whole : amount);
    if (!parsed.ok) errors['financeApprovedAmount'] = parsed.message;
    else if (parsed.paise > toPaise(whole))
      errors['financeApprovedAmount'] = decidedByClaim(kind)
        ? 'Approved amount cannot be more than the claim amount'
        : 'Approved amount cannot be more than the manager approved';
    else paise = parsed.paise;
  }
  if (!remarks.ok) errors['financeRemarks'] = remarks.message;
  else if (!approve && remarks.text === '') errors['financeRemarks'] = FINANCE_REJECT_WITHOUT_REMARK;
  if (Object.keys(errors).length > 0 || !remarks.ok) return invalid(errors);
  return { ok: true, value: { paise, remarks: remarks.text || null } };
}

/** One claim without a dot, many with one: so the product's owner has them (FIN-1). */
const FINANCE_REJECT_WITHOUT_REMARK = 'Please add remark';

/** What is said when a bulk button is pressed with nothing selected; the travel screen has words of its own (FIN-4). */
export const financeNothingSelected = (kind: PrimaryExpenseType, approve: boolean): string =>
  kind === PRIMARY_EXPENSE_TYPE.travel
    ? `Please select Expenses to be ${approve ? 'approved' : 'rejected'}`
    : nothingSelected(approve);

/** Parses a bulk decision of finance: approving takes the whole amount of each (FIN-1, FIN-2, FIN-4). */
export const parseFinanceBulk = (kind: PrimaryExpenseType, body: unknown): ParseResult<BulkDecisionInput> =>
  parseBulkDecision(body, (approve) => financeNothingSelected(kind, approve));

/** The statuses of a claim that waits for finance. */
export const FOR_FINANCE = {
  manager: afterManagerDecision(PRIMARY_EXPENSE_TYPE.local, true),
  finance: UNDECIDED.finance,
} as const;

export type FinanceState = Pick<LocalExpense, 'managerApprovalStatus' | 'financeApprovalStatus' | 'withdrawn'>;
export type SettledState = FinanceState & Pick<LocalExpense, 'paymentDate' | 'exported'>;

/** What finance may do in which state. That nobody decides their own is `mayFinance`’s to say. */
export const financeCan = {
  /** Only what is pending can be selected and decided, after the manager approved it (FIN-11). */
  decide(claim: FinanceState): Verdict {
    if (claim.withdrawn) return refused('CONFLICT', 'This request was withdrawn.');
    if (statusOf(claim.managerApprovalStatus) !== 'approved')
      return refused('CONFLICT', 'This request is not approved by the manager.');
    return statusOf(claim.financeApprovalStatus) === 'pending'
      ? allowed
      : refused('CONFLICT', 'This request was already decided.');
  },
  /** What finance decided is pending again, until it has left for the accounts or was paid (FIN-5). */
  revive(claim: SettledState): Verdict {
    if (
      claim.withdrawn ||
      statusOf(claim.managerApprovalStatus) !== 'approved' ||
      statusOf(claim.financeApprovalStatus) === 'pending'
    )
      return refused('CONFLICT', 'Finance has not decided this request.');
    if (claim.exported) return refused('CONFLICT', 'This request was exported to Tally.');
    return claim.paymentDate === null || claim.paymentDate === undefined
      ? allowed
      : refused('CONFLICT', 'This request was paid.');
  },
} as const;

/**
 * Finance decides everybody's claims but their own and those that they decided as a manager or a stand-in (ACC-6,
 * ACC-21).
 */
export function mayFinance({ isFinance, ...duties }: Duties & { isFinance: boolean }): Verdict {
  const own = mayTakeNextStep({ ...duties, decidedBefore: [] });
  if (!own.ok) return own;
  return isFinance ? mayTakeNextStep(duties) : refused('FORBIDDEN', MESSAGES.forbidden);
}

/**
 * Approvals of managers that finance looks at: to the end of today from the 21st of a month on, before it to the end of
 * the 10th (FIN-6).
 */
export const approvalWindow = (today: Day): DateRange => rangeOf('LAST_FINANCIAL_DAYS', today);

/** The same as the filter MANAGER_APPROVAL_DATE that every list of finance sends: from 0, in epoch milliseconds. */
export const approvalWindowFilter = (today: Day, timeZone: string): readonly [start: string, end: string] => [
  '0',
  String(endOfDay(approvalWindow(today).end ?? today, timeZone)),
];

/** 'Approved by Asha Rao', 'Rejected by -' of a claim that finance decided (FIN-7). */
export const financeVerdictText = (claim: Pick<LocalExpense, 'financeApprovalStatus' | 'financeName'>): string =>
  `${statusLabel(claim.financeApprovalStatus)} by ${claim.financeName?.trim() || '-'}`;

/** What is said when it is done (FIN-9) or revived (FIN-5). */
export const financeDone = (approve: boolean): string => `Request ${approve ? 'approved' : 'rejected'} by finance.`;
export const REVIVED = 'Expense Revived by finance.';
/** An answer without data. */
export const NOT_REVIVED = 'Not Authorized';

/** The summary strip, in its order (FIN-10). */
export const SUMMARY_LABELS = {
  ACCEPTED_COUNT: 'Accepted Count',
  ACCEPTED_AMOUNT: 'Accepted Amount',
  PENDING_COUNT: 'Pending Count',
  PENDING_AMOUNT: 'Pending Amount',
} as const;
