import type { ComponentType } from 'react';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { DecisionDef, DecisionField } from '#list/decision/definition.ts';
import {
  afterManagerDecision,
  managerCan,
  nothingSelected,
  parseBulkDecision,
  parseManagerDecision,
} from '#domain/approval.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { decisionWarnings, type WarnedClaim } from './WarningTags.tsx';
import { withSameBills } from './withSameBills.tsx';

/** What a manager writes on any request. */
export const managerRemarks: DecisionField<Pick<LocalExpense, 'managerRemarks'>> = {
  name: 'managerRemarks',
  label: 'Manager remarks',
  kind: 'text',
  settled: (row) => row.managerRemarks,
};

/** What a manager hears of many requests decided at once, whatever their kind (MGR-14). */
export const BULK_TOASTS = {
  bulkApproved: 'Request approved by manager.',
  bulkRejected: 'Request rejected by manager.',
} as const;

type DecidedClaim = WarnedClaim & Pick<LocalExpense, 'managerApprovedAmount' | 'managerRemarks' | 'withdrawn'>;

/** What differs from kind to kind of claim. */
export interface ClaimDecision<Row> {
  number: PrimaryExpenseType;
  kind: RecordDefinition<Row>;
  /** The calendar day that it is for, in epoch milliseconds. */
  dayOf: (row: Row) => number;
  titles: DecisionDef<Row>['titles'];
  toasts: { approved: string; rejected: string };
  Details: ComponentType<{ row: Row }>;
  endpoints: DecisionDef<Row>['endpoints'];
  /** 'Please confirm if you wish to approve … for selected (n) list' */
  noun: string;
}

/** A manager decides claims of one kind: an amount to approve, a remark to reject (MGR-13, MGR-17). */
export const claimDecision = <Row extends DecidedClaim>({
  number,
  kind,
  dayOf,
  titles,
  toasts,
  Details,
  endpoints,
  noun,
}: ClaimDecision<Row>): DecisionDef<Row> => ({
  can: managerCan.decide,
  titles,
  Details: withSameBills(Details, kind.idOf),
  bills: kind.bills,
  warnings: (row, timeZone) => decisionWarnings(row, dayOf(row), timeZone).map(({ reason }) => reason),
  fields: [
    // The amount starts as what is claimed (MGR-13).
    {
      name: 'managerApprovedAmount',
      label: 'Approved amount',
      kind: 'amount',
      start: (row) => row.claimAmount,
      settled: (row) => row.managerApprovedAmount,
    },
    managerRemarks,
  ],
  parse: (approve, body, row) => parseManagerDecision(number, approve, body, row.claimAmount, true),
  endpoints,
  query: (row, email) => ({ email, id: kind.idOf(row) }),
  after: (row, approve) => ({
    ...row,
    managerApprovalStatus: afterManagerDecision(number, approve),
    managerApprovedAmount: approve ? row.claimAmount : 0,
  }),
  toasts: { ...toasts, ...BULK_TOASTS },
  bulk: {
    titles: { approve: 'Approve expense by manager', reject: 'Reject expense by manager' },
    noun,
    nothing: nothingSelected,
    parse: parseBulkDecision,
  },
});
