import {
  PRIMARY_EXPENSE_TYPE,
  type FinanceStatus,
  type ManagerStatus,
  type PrimaryExpenseType,
} from '#contract/enums.ts';
import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { MAX_BULK_IDS, NO_REMARK } from '#contract/limits.ts';
import { parseAmount, toPaise } from './money.ts';
import { parseIdList } from './parsing.ts';
import { statusOf } from './status.ts';
import { parseRemarks } from './text.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Decisions of managers. The messages differ from kind to kind because the product's owner has them so. */

const APPROVE_WITHOUT_AMOUNT: Record<PrimaryExpenseType, string> = {
  [PRIMARY_EXPENSE_TYPE.local]: 'Please Enter Approved Amount',
  [PRIMARY_EXPENSE_TYPE.conveyance]: 'Please Enter Approved Amount',
  [PRIMARY_EXPENSE_TYPE.travel]: 'Please enter amount',
};
const REJECT_WITHOUT_REMARK: Record<PrimaryExpenseType, string> = {
  [PRIMARY_EXPENSE_TYPE.local]: 'Please enter manager remark',
  [PRIMARY_EXPENSE_TYPE.conveyance]: NO_REMARK,
  [PRIMARY_EXPENSE_TYPE.travel]: 'Please enter remark and amount',
};

export interface ManagerDecisionInput {
  /** The approved amount; 0 of a rejection, whatever amount came with it. */
  paise: number;
  remarks: string | null;
}

/**
 * Parses a manager's decision on a claim of `claimRupees`. Approving needs an amount above 0 and not above the claim
 * (MGR-2, MGR-3, MGR-5); rejecting needs a remark and stores 0 (MGR-2, MGR-4, MGR-6, MGR-7). `form`: the dialog, which
 * for a rejected travel claim asks for the amount as well; the server does not.
 */
export function parseManagerDecision(
  kind: PrimaryExpenseType,
  approve: boolean,
  body: unknown,
  claimRupees: number,
  form = false,
): ParseResult<ManagerDecisionInput> {
  const given = fieldsOf(body);
  const errors: FieldErrors = {};
  const remarks = parseRemarks(given['managerRemarks']);
  const amount = given['managerApprovedAmount'];
  let paise = 0;

  if (approve) {
    const parsed = parseAmount(amount, APPROVE_WITHOUT_AMOUNT[kind]);
    if (!parsed.ok) errors['managerApprovedAmount'] = parsed.message;
    else if (parsed.paise > toPaise(claimRupees))
      errors['managerApprovedAmount'] = 'Approved amount cannot be more than the claim amount';
    else paise = parsed.paise;
  } else if (
    form &&
    kind === PRIMARY_EXPENSE_TYPE.travel &&
    (amount === undefined || amount === null || amount === '')
  ) {
    errors['managerApprovedAmount'] = REJECT_WITHOUT_REMARK[kind];
  }
  if (!remarks.ok) errors['managerRemarks'] = remarks.message;
  else if (!approve && remarks.text === '') errors['managerRemarks'] = REJECT_WITHOUT_REMARK[kind];

  if (Object.keys(errors).length > 0 || !remarks.ok) return invalid(errors);
  return { ok: true, value: { paise, remarks: remarks.text || null } };
}

/** Parses a manager's decision on a trip: only a rejection needs its remark (MGR-8). */
export function parseTripDecision(approve: boolean, body: unknown): ParseResult<{ remarks: string | null }> {
  const remarks = parseRemarks(fieldsOf(body)['managerRemarks']);
  if (!remarks.ok) return invalid({ managerRemarks: remarks.message });
  if (!approve && remarks.text === '') return invalid({ managerRemarks: 'Please add manager remark' });
  return { ok: true, value: { remarks: remarks.text || null } };
}

/** What is said when a bulk button is pressed with nothing selected (MGR-9). */
export const nothingSelected = (approve: boolean): string =>
  `Please select expenses or trips to be ${approve ? 'approved' : 'rejected'}`;
export const BULK_REJECT_WITHOUT_REMARK = 'Please add remark.';

export interface BulkDecisionInput {
  /** Each id once, in the order sent. */
  ids: string[];
  comments: string | null;
  approved: boolean;
  versions: Record<string, number>;
}

/**
 * Parses a bulk decision: 1 to 100 ids, the same one twice counts once; a rejection needs a remark, an approval none
 * (MGR-9, MGR-10, MGR-11). `nothing`: what is said of no ids.
 */
export function parseBulkDecision(
  body: unknown,
  nothing: (approve: boolean) => string = nothingSelected,
): ParseResult<BulkDecisionInput> {
  const given = fieldsOf(body);
  const errors: FieldErrors = {};
  const approved = given['approved'];
  const versions: unknown = given['versions'] ?? {};
  const remarks = parseRemarks(given['comments']);
  const distinct = parseIdList(given['ids']);

  if (distinct === null || distinct.length === 0) errors['ids'] = nothing(approved !== false);
  else if (distinct.length > MAX_BULK_IDS) errors['ids'] = `At most ${MAX_BULK_IDS} can be decided at once`;
  if (!remarks.ok) errors['comments'] = remarks.message;
  else if (approved === false && remarks.text === '') errors['comments'] = BULK_REJECT_WITHOUT_REMARK;
  if (typeof approved !== 'boolean') errors['approved'] = 'Please say whether to approve or to reject';
  if (!isVersions(versions)) errors['versions'] = 'Versions must be whole numbers by id';

  if (
    Object.keys(errors).length > 0 ||
    distinct === null ||
    !remarks.ok ||
    typeof approved !== 'boolean' ||
    !isVersions(versions)
  )
    return invalid(errors);
  return { ok: true, value: { ids: distinct, comments: remarks.text || null, approved, versions } };
}

const isVersions = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((version) => Number.isSafeInteger(version));

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

/** What a manager may do in which state: only what is pending can be selected and decided (MGR-1). */
export const managerCan = {
  decide(claim: Pick<LocalExpense, 'managerApprovalStatus' | 'withdrawn'>): Verdict {
    if (claim.withdrawn) return refused('CONFLICT', 'This request was withdrawn.');
    return statusOf(claim.managerApprovalStatus) === 'pending'
      ? allowed
      : refused('CONFLICT', 'This request was already decided.');
  },
} as const;

export interface DecisionInput {
  actorId: string;
  ownerId: string;
  /** The manager on record, who alone decides, unless the actor stands in for that manager today. */
  managerId: string | null;
  /** Has the manager's role; who lost it may still stand in for somebody, and decides nothing of the own. */
  isManager?: boolean;
  standsInFor?: readonly string[];
}

/** Who decides: the manager on record or the stand-in, and nobody their own (ACC-3, ACC-6, ACC-7). */
export function mayDecide({ actorId, ownerId, managerId, isManager = true, standsInFor = [] }: DecisionInput): Verdict {
  if (actorId === ownerId) return refused('FORBIDDEN', MESSAGES.ownRequest);
  if (managerId !== null && ((isManager && managerId === actorId) || standsInFor.includes(managerId))) return allowed;
  return refused('FORBIDDEN', 'Only the manager of this request can decide it.');
}

/** The status after a manager's decision; trips and claims spell a rejection differently (STAT-2). */
export function afterManagerDecision(kind: PrimaryExpenseType | 'trip', approve: boolean): ManagerStatus {
  if (approve) return 'MANAGER_APPROVED';
  return kind === 'trip' ? 'MANAGER_REJECTED' : 'MANAGER_REJECT';
}

/** The finance status of a claim that finance has decided. */
export const afterFinanceDecision = (approve: boolean): FinanceStatus =>
  approve ? 'FINANCE_APPROVED' : 'FINANCE_REJECT';
