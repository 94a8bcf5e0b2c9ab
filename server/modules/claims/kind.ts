import type { Kysely } from 'kysely';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import type { FilterKey } from '#contract/query.ts';
import type { NamedBill } from '#domain/parsing.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Readings } from './readings.ts';
import type { ClaimChanges, ClaimRow } from './repository/claims.ts';
import type { Context } from '#server/platform/http/context.ts';

export type ClaimAnswer = LocalExpense | TravelExpense | Conveyance;

/** What an edit comes to: the columns it sets and the bills it leaves. */
interface Edit {
  columns: ClaimChanges;
  bills: readonly NamedBill[];
  /** What was read off them, of kinds that take it. */
  readings?: Readings;
}

/** All that sets one kind of claims apart from the others. The services are written once over it. */
export interface ClaimDefinition<Answer extends ClaimAnswer = ClaimAnswer> {
  readonly number: PrimaryExpenseType;
  /** How its ids begin. */
  readonly prefix: string;
  /** The filter of its types, and the types in the order of their codes. */
  readonly typeFilter: FilterKey;
  readonly types: readonly string[];
  /** What a look at somebody else's list of these is called in the audit log. */
  readonly viewed: string;
  answer(row: ClaimRow, timeZone: string): Answer;
  /** What its owner may do with it in its current state. */
  mayEdit(row: ClaimRow): Verdict;
  mayWithdraw(row: ClaimRow): Verdict;
  /** Reads the body of an edit of the locked `row`. Throws the refusal of what is wrong with it. */
  readEdit(tx: Kysely<Tables>, context: Context, row: ClaimRow, body: unknown): Promise<Edit>;
  /** Refuses that a locked claim which was rejected counts once more, where a limit has been used up since. */
  assertWithinLimit?(tx: Kysely<Tables>, context: Context, row: ClaimRow): Promise<void>;
}

/** What the rules of a claim's state look at. */
export const stateOf = (row: ClaimRow) => ({
  managerApprovalStatus: row.manager_status,
  financeApprovalStatus: row.finance_status,
  withdrawn: row.withdrawn_at !== null,
});
