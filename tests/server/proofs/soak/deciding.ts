import { createDelegation, endDelegation } from '#contract/calls/delegations.ts';
import {
  bulkManagerLocal,
  managerApproveLocal,
  managerRejectLocal,
  searchLocalExpenses,
} from '#contract/calls/localExpenses.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import type { BulkResult } from '#contract/decision.ts';
import type { Delegation } from '#contract/delegation.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { STATUS_CODES } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { HEADERS } from '#contract/headers.ts';
import { encodeListQuery, type Filters } from '#contract/query.ts';
import { fromToday } from '#tests/support/delegation.ts';
import { email } from '#tests/support/people.ts';
import type { Found } from '#tests/support/expenses.ts';
import type { Ledger } from './ledger.ts';
import type { Phone } from './phone.ts';

/** What managers do with what waits for them. */

export const PENDING = String(STATUS_CODES.pending);

/** A page of claims by these filters. */
export async function pageOf(phone: Phone, filters: Filters, pageSize: number): Promise<LocalExpense[]> {
  const list = encodeListQuery({ pageSize, filters });
  const { body } = await phone.call<Found>(searchLocalExpenses, { list });
  return body!.data!.results.content;
}

const queue = (phone: Phone): Promise<LocalExpense[]> =>
  pageOf(phone, { MANAGER_EMAIL: [phone.email], MANAGER_APPROVAL_STATUS: [PENDING] }, phone.random.pick([25, 50]));

/** Decides these in one call; answers whether, and which were taken. */
export async function inBatch(
  phone: Phone,
  entry: Endpoint,
  rows: readonly LocalExpense[],
): Promise<{ approved: boolean; done: readonly string[] }> {
  const approved = phone.random.chance(0.9);
  const { body } = await phone.call<BulkResult>(entry, {
    json: {
      ids: rows.map(({ expenseId }) => expenseId),
      versions: Object.fromEntries(rows.map(({ expenseId, version }) => [expenseId, version])),
      comments: approved ? null : 'Not this way',
      approved,
    },
    headers: { [HEADERS.idempotencyKey]: phone.newKey() },
  });
  return { approved, done: body!.data!.done };
}

export async function decideMany(phone: Phone, ledger: Ledger): Promise<void> {
  const rows = await queue(phone);
  if (rows.length === 0) return;
  const { approved, done } = await inBatch(phone, bulkManagerLocal, rows);
  const managerApprovalStatus = approved ? 'MANAGER_APPROVED' : 'MANAGER_REJECT';
  for (const id of done) ledger.acknowledged(id, { managerApprovalStatus });
}

export async function decideOne(phone: Phone, ledger: Ledger): Promise<void> {
  await phone.call(searchWaiting, { list: encodeListQuery({}) });
  const rows = await queue(phone);
  if (rows.length === 0) return;
  const { expenseId: id, claimAmount, version } = phone.random.pick(rows);
  const approves = phone.random.chance(0.8);
  const answer = await phone.call(approves ? managerApproveLocal : managerRejectLocal, {
    query: { id },
    json: approves ? { managerApprovedAmount: claimAmount } : { managerRemarks: 'Please say what it was for' },
    headers: { [HEADERS.idempotencyKey]: phone.newKey(), [HEADERS.ifMatch]: String(version) },
    may: [409],
  });
  const managerApprovalStatus = approves ? 'MANAGER_APPROVED' : 'MANAGER_REJECT';
  if (answer.status === 200) ledger.acknowledged(id, { managerApprovalStatus });
}

/** Names a stand-in for today, and thinks better of it; on another phone the same may be there already. */
export async function standIn(phone: Phone): Promise<void> {
  const { status, body } = await phone.call<Delegation>(createDelegation, {
    json: { standIn: email('newcomer'), from: fromToday(0), to: fromToday(1) },
    headers: { [HEADERS.idempotencyKey]: phone.newKey() },
    may: [409, 422],
  });
  if (status !== 200) return;
  const parts = { id: body!.data!.delegationId };
  await phone.call(endDelegation, { parts, headers: { [HEADERS.idempotencyKey]: phone.newKey() }, may: [409] });
}
