import type { ComponentType } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ParseResult, Verdict } from '#domain/verdict.ts';
import type { BillSource } from '#files/source.ts';

/** A field of a decision. It goes into the body under its name, and as null when it is empty. */
export interface DecisionField<Row> {
  /** In the body; errors of the rule are named by it. */
  name: string;
  label: string;
  kind: 'amount' | 'text';
  /** What it starts with while the record can be decided; nothing unless said. */
  start?: (row: Row) => number | string;
  /** The value of an empty one, where that is not null. */
  empty?: (row: Row) => number;
  /** What it says once the record is settled. */
  settled: (row: Row) => number | string | null;
}

/**
 * A decided record becomes pending again, at once or not at all: the server alone knows, and answers nothing where it
 * refuses.
 */
interface Revival<Row> {
  /** Does its button stand with this record? */
  offered: (row: Row) => boolean;
  /** As far as is known here; its message says why the server will refuse. */
  can: (row: Row) => Verdict;
  endpoint: Endpoint;
  query: (row: Row, email: string) => Record<string, string>;
  done: string;
  refused: string;
}

/**
 * One decision on records of one kind: what differs from dialog to dialog is words, fields and rules, and nothing else.
 */
export interface DecisionDef<Row> {
  /** May the user with this address decide this record now? The message says why not. */
  can: (row: Row, email: string) => Verdict;
  titles: { pending: string; settled: string };
  /** What is shown of the record, read-only. */
  Details: ComponentType<{ row: Row }>;
  bills: (row: Row) => BillSource[];
  /** What looks wrong, in words for a person. */
  warnings: (row: Row, timeZone: string) => string[];
  /** What is filled in, in the dialog's order. */
  fields: readonly DecisionField<Row>[];
  /** The rule that judges a decision. */
  parse: (approve: boolean, body: Record<string, unknown>, row: Row) => ParseResult<unknown>;
  /** What is asked before it is stored; null where nothing is. */
  asks?: (approve: boolean, row: Row) => { title: string; text: string; yes: string } | null;
  endpoints: { approve: Endpoint; reject: Endpoint; bulk: Endpoint };
  /** How a decision is undone, where it can be. */
  revive?: Revival<Row>;
  /** Query of the single call. */
  query: (row: Row, email: string) => Record<string, string>;
  /** How the record will stand once somebody has taken the decision, for the time until the server says so. */
  after: (row: Row, approve: boolean, by: string) => Row;
  toasts: { approved: string; rejected: string; bulkApproved: string; bulkRejected: string };
  bulk: {
    titles: { approve: string; reject: string };
    /** Part of 'Please confirm if you wish to approve … for selected (n) list'. */
    noun: string;
    nothing: (approve: boolean) => string;
    /** What to look at before many are decided. */
    warning?: (approve: boolean, rows: readonly Row[]) => string | null;
    parse: (body: unknown) => ParseResult<unknown>;
  };
}
