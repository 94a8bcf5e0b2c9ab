import type { ComponentType } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Reading, Verdict } from '#domain/verdict.ts';
import type { BillSource } from '#files/source.ts';

/** What is typed into a decision dialog, as text. */
export interface DecisionTexts {
  amount: string;
  remarks: string;
}

/** One decision on records of one kind: what differs from dialog to dialog is words, fields and rules, and nothing else. */
export interface DecisionDef<Row> {
  /** May this record be decided now? Its sentence says why not. */
  can: (row: Row) => Verdict;
  titles: { pending: string; settled: string };
  /** What is shown of the record, read-only. */
  Facts: ComponentType<{ row: Row }>;
  bills: (row: Row) => BillSource[];
  /** What looks wrong, in words for a person. */
  warnings: (row: Row, timeZone: string) => string[];
  /** The amount field, if the decision has one. */
  amount?: { label: string; field: string; start: (row: Row) => number; settled: (row: Row) => number | null };
  remarks: { label: string; field: string; settled: (row: Row) => string | null };
  /** The body of a decision, and the rule that judges it; errors are named by the body's fields. */
  bodyOf: (texts: DecisionTexts) => Record<string, unknown>;
  read: (approve: boolean, body: Record<string, unknown>, row: Row) => Reading<unknown>;
  endpoints: { approve: Endpoint; reject: Endpoint; bulk: Endpoint };
  /** Query of the single call. */
  query: (row: Row, email: string) => Record<string, string>;
  /** How the record will stand once the decision is taken, for the time until the server says so. */
  after: (row: Row, approve: boolean) => Row;
  toasts: { approved: string; rejected: string; bulkApproved: string; bulkRejected: string };
  bulk: {
    titles: { approve: string; reject: string };
    /** Stands in 'Please confirm if you wish to approve … for selected (n) list'. */
    noun: string;
    nothing: (approve: boolean) => string;
    read: (body: unknown) => Reading<unknown>;
  };
}
