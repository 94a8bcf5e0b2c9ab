import type { AdminStatus, CancellationStatus, FinanceStatus, ManagerStatus, TicketStatus } from '#contract/enums.ts';
import type { ClaimEventData, PersonEventData, TripEventData } from '#contract/webhookBody.ts';
import type { WebhookEvent } from '#contract/webhook.ts';
import { toRupees } from '#domain/money.ts';
import { webhookEventOf, webhookStageOf } from '#domain/webhook.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import type { ChangeRow } from './repository/changes.ts';

/** What is told of a change: a fact goes out because it is named here. No bill, no place, no remark (HOOK-3). */

/** A row of the log reads as text, paise or a day; what is not there is null. */
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const rupeesOf = (value: unknown): number | null => (typeof value === 'number' ? toRupees(value) : null);

type Told = ChangeRow & { person_id: string; after: Record<string, unknown> };

const ownerOf = (row: Told) => ({ userEmail: row.email, employeeCode: row.employee_code });

function claimData(row: Told, timeZone: string): ClaimEventData {
  const { after } = row;
  const paidOn = textOf(after['paidOn']);
  return {
    id: row.record_id,
    kind: row.claim_kind ?? 'localExpense',
    version: row.version,
    action: row.action,
    stage: webhookStageOf(row.action),
    ...ownerOf(row),
    type: String(after['type']),
    tripId: textOf(after['tripId']),
    externalId: textOf(after['externalId']),
    expenseDate: dayMillis(String(after['expenseDate']), timeZone),
    claimAmount: rupeesOf(after['claimAmount']) ?? 0,
    managerApprovalStatus: after['managerStatus'] as ManagerStatus,
    managerApprovedAmount: rupeesOf(after['managerAmount']),
    financeApprovalStatus: after['financeStatus'] as FinanceStatus,
    financeApprovedAmount: rupeesOf(after['financeAmount']),
    paymentDate: paidOn === null ? null : dayMillis(paidOn, timeZone),
    paidAmount: rupeesOf(after['paidAmount']),
    paymentReference: textOf(after['paymentReference']),
    withdrawn: after['withdrawn'] === true,
  };
}

function tripData(row: Told, timeZone: string): TripEventData {
  const { after } = row;
  return {
    id: row.record_id,
    kind: 'trip',
    version: row.version,
    action: row.action,
    stage: webhookStageOf(row.action),
    ...ownerOf(row),
    startDate: dayMillis(String(after['startDate']), timeZone),
    endDate: dayMillis(String(after['endDate']), timeZone),
    managerApprovalStatus: after['managerStatus'] as ManagerStatus,
    adminApprovalStatus: after['adminStatus'] as AdminStatus,
    cancellationStatus: after['cancellationStatus'] as CancellationStatus,
    ticketUploadStatus: after['ticketStatus'] as TicketStatus,
    ticketAmount: rupeesOf(after['ticketAmount']),
    ticketRefundAmount: rupeesOf(after['ticketRefundAmount']),
    amountToBeDeductedFromSalary: rupeesOf(after['amountToBeDeductedFromSalary']),
  };
}

const personData = (row: Told): PersonEventData => ({
  id: row.person_id,
  kind: 'person',
  action: row.action,
  ...ownerOf(row),
  active: !row.disabled,
  changed: Object.keys(row.after),
});

/** The type of a change's event, and its body as it is sent; null where there is nothing left to tell. */
export function eventOf(row: ChangeRow, timeZone: string): { type: WebhookEvent; body: string } | null {
  const { person_id, after } = row;
  // What a row said may have been erased since (RET-5).
  if (person_id === null || after === null) return null;
  const told: Told = { ...row, person_id, after };
  const type = webhookEventOf(row.record_kind, row.action);
  const data =
    row.record_kind === 'claim'
      ? claimData(told, timeZone)
      : row.record_kind === 'trip'
        ? tripData(told, timeZone)
        : personData(told);
  return { type, body: JSON.stringify({ type, timestamp: new Date(row.at).toISOString(), data }) };
}
