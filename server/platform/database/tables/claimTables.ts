import type { ColumnType } from 'kysely';
import type { FinanceStatus, ManagerStatus } from '#contract/enums.ts';
import type { TallyStatus } from '#contract/tally.ts';
import type { Paper } from '#domain/samePaper.ts';
import type { Suggestions } from '#domain/billReading/suggested.ts';
import type { GstCode } from '#domain/gstInvoice/verify.ts';
import type { Day, Millis } from '../units.ts';

/** Rows of claims, their totals and their bills. Money is whole paise. */

export interface ClaimsTable {
  id: string;
  /** primaryExpenseType: 0 local, 1 conveyance, 2 travel. */
  kind: number;
  owner_id: string;
  /** Who decides: the manager on record. */
  manager_id: string | null;
  /** The type code's word: MOBILE_BILL, FOOD, CAB … */
  type: string;
  expense_date: Day;
  claim_amount: number;
  remarks: string | null;
  manager_status: ManagerStatus;
  manager_amount: number | null;
  manager_remarks: string | null;
  manager_decided_at: Millis | null;
  manager_decided_by: string | null;
  finance_status: FinanceStatus;
  finance_amount: number | null;
  finance_remarks: string | null;
  finance_decided_at: Millis | null;
  finance_decided_by: string | null;
  paid_on: Day | null;
  paid_amount: number | null;
  payment_reference: string | null;
  /** Its batch and the status of its voucher there: written with the voucher. */
  tally_batch_id: string | null;
  tally_status: TallyStatus | null;
  withdrawn_at: Millis | null;
  trip_id: string | null;
  /** What only one kind has (conveyance: client, from, to, distance, limit, external id). */
  details: ColumnType<Record<string, unknown>, string, string>;
  version: number;
  /** Idempotency-Key of the create, unique per owner, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
  /** When its owner saved it on a device, by the server's clock as the device knew it (TM-2); null when not given. */
  saved_at: Millis | null;
  /** The name of the policy's type that it was filed as; `type` is the one that this counts as. */
  further_type: string | null;
  /** What the policy warned its owner of when it was filed or changed. */
  policy_warning: string | null;
}

/** Kept by the database itself beside `claims`: never written by this server. Withdrawn claims do not count. */
export interface ClaimTotalsTable {
  kind: number;
  owner_id: string;
  /** '' where a claim has no manager. */
  manager_id: string;
  type: string;
  manager_status: ManagerStatus;
  finance_status: FinanceStatus;
  claims: number;
  claim_amount: number;
  manager_amount: number;
  finance_amount: number;
}

/**
 * The same of everybody's claims, kept by the database too. What counts is the sum of the parts of a key: one of them
 * alone may be below zero.
 */
export interface OverallClaimTotalsTable extends Omit<ClaimTotalsTable, 'owner_id' | 'manager_id'> {
  part: number;
}

export interface ClaimBillsTable {
  claim_id: string;
  position: number;
  file_hash: string;
  name: string;
  /** What was suggested of it (READ-12); null where no device said. */
  reading: ColumnType<Suggestions | null, string | null | undefined, string | null>;
  /** What its signed code is, and the text of the code (GST-8). */
  gst: ColumnType<GstCode | null, string | null | undefined, string | null>;
  gst_code: ColumnType<string | null, string | null | undefined, string | null>;
  /** Seller and number, and its financial year, as other bills are found by them (DOC-21). */
  seller_bill: ColumnType<string | null, string | null | undefined, string | null>;
  seller_bill_year: ColumnType<number | null, number | null | undefined, number | null>;
  /** What its paper is compared by, and what others that may be the same are looked up by (DOC-23). */
  paper: ColumnType<Paper | null, string | null | undefined, string | null>;
  paper_keys: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  /** Whether its claim is: kept by the database itself, never written by this server. */
  withdrawn: ColumnType<boolean, never, never>;
}
