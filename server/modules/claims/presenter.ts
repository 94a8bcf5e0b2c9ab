import type { ConveyanceType, LocalExpenseType, TravelExpenseType } from '#contract/enums.ts';
import type { ClaimBill, ClaimSignals, Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import { toRupees } from '#domain/money.ts';
import { dayLimit, holidayOf } from '#domain/policy.ts';
import { policyOn, SPECIFICATION, type DatedPolicy } from '#domain/policyVersions.ts';
import { isExported } from '#domain/tally.ts';
import type { ClaimRow } from './repository/claims.ts';
import type { ClaimSignalsRow } from './repository/claimSignals.ts';
import { type BillRow, documentOf } from '#server/platform/files/billRow.ts';
import { type ClaimBillRow, readingAnswer } from './readings.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';

/** Rows to the shapes of the wire, by hand: a column goes out because it is named here. */

const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise));

function billAnswer(bill: ClaimBillRow): ClaimBill {
  const { fingerPrint, name, size, type } = bill;
  const reading = readingAnswer(bill);
  return { ...documentOf({ fingerPrint, name, size, type }), ...(reading && { reading }) };
}

/** What the answer of every kind says: all that its approvers decide by (FIN-12). */
function commonAnswer(row: ClaimRow, timeZone: string) {
  const standIn = row.manager_decided_by !== null && row.manager_decided_by !== row.manager_id;
  return {
    userEmail: row.owner_email,
    employeeName: row.owner_name,
    employeeCode: row.owner_code,
    managerEmail: row.manager_email,
    claimAmount: toRupees(row.claim_amount),
    remarks: row.remarks,
    billUrl: row.bills.map(billAnswer),
    managerApprovalStatus: row.manager_status,
    managerApprovedAmount: rupeesOrNull(row.manager_amount),
    managerRemarks: row.manager_remarks,
    managerApprovalDate: row.manager_decided_at,
    managerName: row.manager_name,
    decidedBy: standIn ? row.decider_name : null,
    financeApprovalStatus: row.finance_status,
    financeApprovedAmount: rupeesOrNull(row.finance_amount),
    financeRemarks: row.finance_remarks,
    financeApprovalDate: row.finance_decided_at,
    financeName: row.finance_name,
    withdrawn: row.withdrawn_at !== null,
    exported: isExported(row.tally_status),
    paymentDate: row.paid_on === null ? null : dayMillis(row.paid_on, timeZone),
    paidAmount: rupeesOrNull(row.paid_amount),
    paymentReference: row.payment_reference,
    creationDate: row.created_at,
    claimDate: row.created_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.saved_at !== null && { savedAt: row.saved_at }),
    ...(row.further_type !== null && { furtherType: row.further_type }),
    ...(row.policy_warning !== null && { policyWarning: row.policy_warning }),
  };
}

export function localExpenseAnswer(row: ClaimRow, timeZone: string): LocalExpense {
  return {
    expenseId: row.id,
    localExpenseType: row.type as LocalExpenseType,
    expenseDate: dayMillis(row.expense_date, timeZone),
    ...commonAnswer(row, timeZone),
  };
}

/**
 * A travel claim with the days and places of its trip. Where its owner usually works is not on record, so there is no
 * base location.
 */
export function travelExpenseAnswer(row: ClaimRow, timeZone: string): TravelExpense {
  const { trip } = row;
  return {
    expenseId: row.id,
    tripId: row.trip_id ?? '',
    travelExpenseType: row.type as TravelExpenseType,
    expenseDate: dayMillis(row.expense_date, timeZone),
    ...commonAnswer(row, timeZone),
    ...(trip && {
      startDate: dayMillis(trip.startDay, timeZone),
      endDate: dayMillis(trip.endDay, timeZone),
      fromLocation: trip.from,
      travelLocation: trip.to,
    }),
    baseLocation: null,
  };
}

/** What only a conveyance claim has, as the column `details` keeps it. */
export interface ConveyanceDetails {
  externalId: string;
  clientName: string;
  fromLocation: string;
  toLocation: string;
  /** Kilometres. */
  distance: number;
  /** Paise; null where nothing limits it. */
  limit: number | null;
}
const detailsOf = (row: Pick<ClaimRow, 'details'>): ConveyanceDetails =>
  row.details as ConveyanceDetails & Record<string, unknown>;

/** A conveyance claim goes by the name of its trip: `tripId`. */
export function conveyanceAnswer(row: ClaimRow, timeZone: string): Conveyance {
  const { clientName, fromLocation, toLocation, distance, limit } = detailsOf(row);
  return {
    tripId: row.id,
    conveyanceType: row.type as ConveyanceType,
    travelDate: dayMillis(row.expense_date, timeZone),
    ...commonAnswer(row, timeZone),
    clientName,
    fromLocation,
    toLocation,
    distanceTravelled: distance,
    reimbursementLimit: rupeesOrNull(limit),
  };
}

type PolicyClaim = Pick<ClaimRow, 'expense_date' | 'trip' | 'owner_grade'>;

/** What the policy of a claim's day says, where that is not the specification's (POL-7). */
function policySignals(claim: PolicyClaim, policies: readonly DatedPolicy[]): Pick<ClaimSignals, 'policy'> {
  const policy = policyOn(policies, claim.expense_date);
  if (policy === SPECIFICATION) return {};
  const limit = dayLimit(policy, 'FOOD', { grade: claim.owner_grade, city: claim.trip?.to });
  return { policy: { foodLimit: limit && limit.amount, holiday: holidayOf(policy, claim.expense_date) } };
}

/** What an approver sees beside the claim (MGR-26). */
export function claimSignalsAnswer(
  row: ClaimSignalsRow | undefined,
  claim: PolicyClaim | null,
  policies: readonly DatedPolicy[],
): { facts?: ClaimSignals } {
  if (!row) return {};
  const { other_food: food, usual, usual_of: of, rides } = row;
  return {
    facts: {
      ...(claim && policySignals(claim, policies)),
      ...(food !== null && { otherFood: toRupees(food) }),
      ...(usual !== null && { usual: { amount: toRupees(usual), of } }),
      ...(rides !== null && {
        otherConveyance: { amount: toRupees(rides.paise), of: rides.of },
        sameRoute: rides.same_route,
      }),
    },
  };
}

type Snapped =
  | 'type'
  | 'further_type'
  | 'policy_warning'
  | 'expense_date'
  | 'claim_amount'
  | 'remarks'
  | 'manager_id'
  | 'manager_status'
  | 'manager_amount'
  | 'manager_remarks'
  | 'finance_status'
  | 'finance_amount'
  | 'finance_remarks'
  | 'paid_on'
  | 'paid_amount'
  | 'payment_reference'
  | 'withdrawn_at'
  | 'trip_id'
  | 'details'
  | 'version';

/** What the audit log says of a claim of the sales app beside the rest. */
function conveyanceSnapshot(row: Pick<ClaimRow, 'details'>): Record<string, unknown> {
  if (!('externalId' in row.details)) return {};
  const { externalId, clientName, fromLocation, toLocation, distance } = detailsOf(row);
  return { externalId, clientName, fromLocation, toLocation, distanceTravelled: distance };
}

/** What the audit log keeps of a claim before and after a change. */
export function claimSnapshot(
  row: Pick<ClaimRow, Snapped> & { bills: readonly Pick<BillRow, 'fingerPrint'>[] },
): Record<string, unknown> {
  return {
    type: row.type,
    ...(row.further_type !== null && { furtherType: row.further_type }),
    ...(row.policy_warning !== null && { policyWarning: row.policy_warning }),
    ...(row.trip_id !== null && { tripId: row.trip_id }),
    ...conveyanceSnapshot(row),
    expenseDate: row.expense_date,
    claimAmount: row.claim_amount,
    remarks: row.remarks,
    bills: row.bills.map((bill) => bill.fingerPrint),
    managerId: row.manager_id,
    managerStatus: row.manager_status,
    managerAmount: row.manager_amount,
    managerRemarks: row.manager_remarks,
    financeStatus: row.finance_status,
    financeAmount: row.finance_amount,
    financeRemarks: row.finance_remarks,
    ...(row.paid_on !== null && {
      paidOn: row.paid_on,
      paidAmount: row.paid_amount,
      paymentReference: row.payment_reference,
    }),
    withdrawn: row.withdrawn_at !== null,
    version: row.version,
  };
}
