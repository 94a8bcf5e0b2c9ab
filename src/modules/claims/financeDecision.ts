import type { ComponentType } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { DecisionDef } from '#list/decision/definition.ts';
import { afterFinanceDecision } from '#domain/approval.ts';
import { dutiesOf } from '#domain/duties.ts';
import {
  defaultAboveManager,
  defaultsAboveManager,
  financeCan,
  financeDefaultAmount,
  financeDone,
  financeNothingSelected,
  mayFinance,
  NOT_REVIVED,
  parseFinanceBulk,
  parseFinanceDecision,
  REVIVED,
} from '#domain/finance.ts';
import { statusOf } from '#domain/status.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { decisionWarnings, type WarnedClaim } from './WarningTags.tsx';
import { withSameBills } from './withSameBills.tsx';

/** What finance reads of a claim of any kind. */
export type ReviewedClaim = WarnedClaim &
  Pick<
    LocalExpense,
    | 'employeeName'
    | 'employeeCode'
    | 'remarks'
    | 'billUrl'
    | 'managerApprovedAmount'
    | 'managerRemarks'
    | 'managerName'
    | 'managerApprovalDate'
    | 'userEmail'
    | 'financeApprovalStatus'
    | 'financeApprovedAmount'
    | 'financeRemarks'
    | 'financeName'
    | 'financeApprovalDate'
    | 'claimDate'
    | 'paymentDate'
    | 'exported'
    | 'withdrawn'
    | 'decidedByYou'
  >;

/** What differs from kind to kind of claim. */
export interface FinanceDecision<Row> {
  number: PrimaryExpenseType;
  kind: RecordDefinition<Row>;
  /** The calendar day that it is for, in epoch milliseconds. */
  dayOf: (row: Row) => number;
  titles: DecisionDef<Row>['titles'];
  Details: ComponentType<{ row: Row }>;
  endpoints: DecisionDef<Row>['endpoints'];
  revive: Endpoint;
  /** 'Please confirm if you wish to approve … for selected (n) list' */
  noun: string;
}

/**
 * Finance decides claims of one kind that a manager approved: a remark to reject, and an amount only where it is not
 * the whole one.
 */
export const financeDecision = <Row extends ReviewedClaim>({
  number,
  kind,
  dayOf,
  titles,
  Details,
  endpoints,
  revive,
  noun,
}: FinanceDecision<Row>): DecisionDef<Row> => {
  const whole = (row: Row): number => financeDefaultAmount(number, row);
  const above = (row: Row): string[] =>
    [statusOf(row.financeApprovalStatus) === 'pending' ? defaultAboveManager(number, row) : null].filter(
      (text) => text !== null,
    );
  return {
    can: (row, email) => {
      const may = mayFinance({ ...dutiesOf(email, row), isFinance: true });
      return may.ok ? financeCan.decide(row) : may;
    },
    titles,
    Details: withSameBills(Details, kind.idOf),
    bills: kind.bills,
    warnings: (row, timeZone) => [
      ...above(row),
      ...decisionWarnings(row, dayOf(row), timeZone).map(({ reason }) => reason),
    ],
    fields: [
      {
        name: 'financeApprovedAmount',
        label: 'Approved amount',
        kind: 'amount',
        start: whole,
        empty: whole,
        settled: (row) => row.financeApprovedAmount,
      },
      { name: 'financeRemarks', label: 'Finance remarks', kind: 'text', settled: (row) => row.financeRemarks },
    ],
    parse: (approve, body, row) => parseFinanceDecision(number, approve, body, row),
    endpoints,
    revive: {
      offered: (row) => row.withdrawn !== true && statusOf(row.financeApprovalStatus) !== 'pending',
      can: financeCan.revive,
      endpoint: revive,
      query: (row, email) => ({ expenseId: kind.idOf(row), financeMailId: email }),
      done: REVIVED,
      refused: NOT_REVIVED,
    },
    query: (row, email) => ({ email, id: kind.idOf(row) }),
    after: (row, approve, by) => ({
      ...row,
      financeApprovalStatus: afterFinanceDecision(approve),
      financeName: by,
      financeApprovedAmount: approve ? whole(row) : 0,
    }),
    toasts: {
      approved: financeDone(true),
      rejected: financeDone(false),
      bulkApproved: financeDone(true),
      bulkRejected: financeDone(false),
    },
    bulk: {
      titles: { approve: 'Approve expense by finance', reject: 'Reject expense by finance' },
      noun,
      nothing: (approve) => financeNothingSelected(number, approve),
      warning: (approve, rows) => (approve ? defaultsAboveManager(number, rows) : null),
      parse: (body) => parseFinanceBulk(number, body),
    },
  };
};
