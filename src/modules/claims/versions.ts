import type { Trip } from '#contract/trip.ts';
import { formatDay, dayOf } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import { shownTripField, TRIP_FIELD_NAMES, TRIP_FIELDS } from '#domain/tripFields.ts';
import type { Entry } from '#outbox/entry.ts';
import { editedTrip, isTripEdit } from './editedTrip.ts';
import { CONVEYANCE_TYPE, TRAVEL_EXPENSE_TYPE } from './labels.ts';

export interface ComparedField {
  label: string;
  mine: string;
  theirs: string;
}

type Show = (value: unknown, timeZone: string) => string;
type Field = readonly [key: string, label: string, show: Show];
const text: Show = (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const rupees: Show = (value) =>
  typeof value === 'number'
    ? formatRupees(value)
    : typeof value === 'string' && value !== ''
      ? formatRupees(Number(value.replaceAll(',', '')))
      : '';
const day: Show = (value, timeZone) => (typeof value === 'number' ? formatDay(dayOf(value, timeZone)) : '');

const named =
  (labels: Readonly<Record<string, string>>): Show =>
  (value, timeZone) =>
    labels[text(value, timeZone)] ?? text(value, timeZone);

/** What the owner of a trip filled in. The remarks are those of a claim, too. */
const TRIP = TRIP_FIELD_NAMES.map((name): Field => [
  name,
  TRIP_FIELDS[name].label,
  (value, timeZone) => shownTripField(name, value, timeZone) ?? '',
]);

const FIELDS: readonly Field[] = [
  ['localExpenseType', 'Expense type', named({ MOBILE_BILL: 'Mobile Bill', OTHERS: 'Others' })],
  ['travelExpenseType', 'Expense type', named(TRAVEL_EXPENSE_TYPE)],
  ['furtherType', 'Further type', text],
  ['conveyanceType', 'Conveyance type', named(CONVEYANCE_TYPE)],
  ['expenseDate', 'Expense date', day],
  ['travelDate', 'Travel date', day],
  ['claimAmount', 'Claim amount', rupees],
  ...TRIP,
  ['cancellationRemarks', 'Cancellation remarks', text],
  ['managerApprovedAmount', 'Approved amount', rupees],
  ['managerRemarks', 'Manager remarks', text],
  ['adminRemarks', 'Admin remarks', text],
  ['ticketAmount', 'Ticket amount', rupees],
  ['ticketUrl', 'Tickets', (value) => (Array.isArray(value) && value.length > 0 ? String(value.length) : '')],
  ['adminCancellationRemarks', 'Remarks on the cancellation', text],
  ['ticketRefundAmount', 'Ticket refund amount', rupees],
  ['amountToBeDeductedFromSalary', 'Amount to be deducted from salary', rupees],
  [
    'date',
    'Exceptional date',
    (value, timeZone) => (typeof value === 'number' ? day(value, timeZone) : value === null ? 'None' : ''),
  ],
  ['question', 'Question', text],
  ['answer', 'Answer', text],
  ['closedBy', 'Closed by', text],
];

const STATUSES = [
  ['managerApprovalStatus', 'Manager'],
  ['adminApprovalStatus', 'Admin'],
  ['cancellationStatus', 'Cancellation'],
] as const;

/**
 * What a change makes of the record it was made on. Leaving something out of a change of a trip means that it goes; a
 * decision leaves the rest alone.
 */
const changed = (base: Record<string, unknown>, entry: Entry): object =>
  isTripEdit(entry.endpoint) ? editedTrip(base as Trip, entry) : entry.body;

/**
 * The same fields of both versions, side by side; those that neither has are left out. `mine` falls back to the record
 * the change was made on.
 */
export function compareVersions(entry: Entry, current: Record<string, unknown>, timeZone: string): ComparedField[] {
  const base = typeof entry.base === 'object' && entry.base !== null ? (entry.base as Record<string, unknown>) : {};
  const mine: Record<string, unknown> = { ...base, ...changed(base, entry) };
  const fields = FIELDS.map(([key, label, show]) => ({
    label,
    mine: show(mine[key], timeZone),
    theirs: show(current[key], timeZone),
  })).filter((field) => field.mine !== '' || field.theirs !== '');
  for (const [key, label] of STATUSES)
    if (typeof current[key] === 'string')
      fields.push({ label, mine: statusText(mine[key]), theirs: statusText(current[key]) });
  return fields;
}

const statusText = (status: unknown): string => (typeof status === 'string' ? statusLabel(status) : '');
