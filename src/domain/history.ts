import type { HistoryRow } from '#contract/record.ts';
import { formatDay, isDay } from './dates.ts';
import { ROLE_WORDS } from './roles.ts';
import { formatRupees, toRupees } from './money.ts';
import { TYPE_WORDS } from './recordFace.ts';
import { statusLabel } from './status.ts';
import { otherTripFields, TRIP_FIELDS, type TripField, type TripFieldDefinition } from './tripFields.ts';

/**
 * The audit log of a record in people's words (AUD-3). What the log holds beside the fields named here is never told: a
 * field is shown because it is named.
 */
export interface LoggedChange {
  at: number;
  by: string;
  onBehalfOf: string | null;
  action: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Raised',
  intake: 'Came from the sales app',
  edit: 'Changed',
  withdraw: 'Withdrawn',
  cancel: 'Cancellation asked for',
  'cancel-at-once': 'Cancelled',
  migrate: 'Candidate attached',
  'manager-approve': 'Approved by the manager',
  'manager-reject': 'Rejected by the manager',
  'manager-changed': 'Handed to another manager',
  'finance-approve': 'Approved by finance',
  'finance-reject': 'Rejected by finance',
  revive: 'Revived by finance',
  pay: 'Paid',
  export: 'Exported to Tally',
  post: 'Posted in Tally',
  'tally-batch': 'Made',
  'tally-fail': 'Failed in Tally',
  'tally-answer': 'Tally’s answer imported',
  'tally-release': 'Vouchers taken out',
  'admin-approve': 'Approved by the admin',
  'admin-reject': 'Rejected by the admin',
  'no-show': 'Marked as no show',
  tickets: 'Ticket details added',
  cancellation: 'Cancellation settled',
  'cancellation-reject': 'Cancellation refused',
  'exceptional-date': 'Exceptional date set',
  'exceptional-date-cleared': 'Exceptional date cleared',
  'person-added': 'Put into the directory',
  'person-changed': 'Changed',
  'person-left': 'Left',
  'person-returned': 'Came back',
  'sign-in-reset': 'Sign-in reset',
  ask: 'Asked a question',
  answer: 'Answered a question',
  close: 'Closed an enquiry',
};

/** An action nobody has given words yet is read out: 'ticket-details' becomes 'Ticket details'. */
export const actionWords = (action: string): string =>
  ACTIONS[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('-', ' ');

/** How a value reads; null: there is nothing to say. `people`: names by id. */
type Show = (value: unknown, people: ReadonlyMap<string, string>) => string | null;

const text: Show = (value) => (typeof value === 'string' && value !== '' ? value : null);
const paise: Show = (value) => (typeof value === 'number' ? formatRupees(toRupees(value)) : null);
const day: Show = (value) => (typeof value === 'string' && isDay(value) ? formatDay(value) : null);
const status: Show = (value) => (typeof value === 'string' ? statusLabel(value) : null);
const yesNo: Show = (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : null);
const onlyYes: Show = (value) => (value === true ? 'Yes' : null);
const person: Show = (value, people) => (typeof value === 'string' ? (people.get(value) ?? null) : null);
const kind: Show = (value) =>
  typeof value === 'string' ? ((TYPE_WORDS as Record<string, string>)[value] ?? choice(value)) : null;
const choice = (value: string): string => (value.charAt(0) + value.slice(1).toLowerCase()).replaceAll('_', ' ');
const choose: Show = (value) => (typeof value === 'string' && value !== '' ? choice(value) : null);
const number: Show = (value) => (typeof value === 'number' ? String(value) : null);
const kilometres: Show = (value) => (typeof value === 'number' ? `${value} km` : null);
const papers =
  (one: string, many: string): Show =>
  (value) =>
    Array.isArray(value) && value.length > 0 ? `${value.length} ${value.length === 1 ? one : many}` : null;

const roles: Show = (value) =>
  Array.isArray(value) && value.length > 0
    ? value.map((role: string) => (ROLE_WORDS as Record<string, string>)[role] ?? role).join(', ')
    : null;

const further: Show = (value) =>
  Array.isArray(value)
    ? (value as { amount: number; reason: string }[])
        .map((each) => `${formatRupees(toRupees(each.amount))}: ${each.reason}`)
        .join('; ')
    : null;

type LoggedField = readonly [key: string, label: string, show: Show];

/** What the history calls otherwise than the form. */
const TRIP_LABELS: { readonly [Name in TripField]?: string } = {
  departureCity: 'From',
  arrivalCity: 'To',
  startDate: 'Start date',
  endDate: 'End date',
  traveller: 'Traveller',
  isAccommodationRequired: 'Accommodation',
  reasonForTravel: 'Reason',
};

/** What the owner of a trip filled in. */
const ofTrip = (...names: readonly TripField[]): LoggedField[] =>
  names.map((name) => {
    const { kind, label }: TripFieldDefinition = TRIP_FIELDS[name];
    return [name, TRIP_LABELS[name] ?? label, (value) => (kind.is(value) ? kind.show(value) : null)];
  });

const TRIP_PLACES = ['departureCity', 'arrivalCity'] as const;
const TRIP_TRAVEL = [
  'startDate',
  'endDate',
  'preferredTime',
  'tripType',
  'travelType',
  'modeOfTravel',
  'travelToBeDoneBy',
  'travelBookedBy',
  'traveller',
] as const;
/** The traveller's date of birth is not told; remarks are those of every record. */
const TRIP_OTHERS = otherTripFields(...TRIP_PLACES, ...TRIP_TRAVEL, 'travellerDOB', 'reasonForTravel', 'remarks');

/** In the order in which they are read. Amounts of the log are whole paise. */
const FIELDS: readonly LoggedField[] = [
  ['type', 'Type', kind],
  ['furtherType', 'Further type', text],
  ...ofTrip(...TRIP_PLACES),
  ['fromLocation', 'From', text],
  ['toLocation', 'To', text],
  ['clientName', 'Client', text],
  ['expenseDate', 'Date', day],
  ...ofTrip(...TRIP_TRAVEL),
  ['accommodation', 'Accommodation', yesNo],
  ...ofTrip(...TRIP_OTHERS),
  ['distanceTravelled', 'Distance', kilometres],
  ['claimAmount', 'Amount', paise],
  ...ofTrip('reasonForTravel'),
  ['remarks', 'Remarks', text],
  ['bills', 'Bills', papers('bill', 'bills')],
  ['policyWarning', 'Warning of the policy', text],
  ['managerId', 'Manager', person],
  ['managerStatus', 'Manager', status],
  ['managerApprovalStatus', 'Manager', status],
  ['managerAmount', 'Manager approved', paise],
  ['managerRemarks', 'Manager remarks', text],
  ['adminStatus', 'Admin', status],
  ['adminApprovalStatus', 'Admin', status],
  ['adminRemarks', 'Admin remarks', text],
  ['financeStatus', 'Finance', status],
  ['financeAmount', 'Finance approved', paise],
  ['financeRemarks', 'Finance remarks', text],
  ['tickets', 'Tickets', papers('ticket', 'tickets')],
  ['ticketUrl', 'Tickets', papers('ticket', 'tickets')],
  ['ticketAmount', 'Ticket amount', paise],
  ['furtherTickets', 'Further tickets', further],
  ['ticketRefundAmount', 'Ticket refund amount', paise],
  ['amountToBeDeductedFromSalary', 'Deducted from salary', paise],
  ['cancellationStatus', 'Cancellation', status],
  ['cancellationRemarks', 'Cancellation remarks', text],
  ['adminCancellationRemarks', 'Admin cancellation remarks', text],
  ['candidateEmpCode', 'Candidate employee code', text],
  ['paidOn', 'Paid on', day],
  ['paidAmount', 'Paid', paise],
  ['paymentReference', 'Payment reference', text],
  ['withdrawn', 'Withdrawn', onlyYes],
  ['exceptionalDate', 'Exceptional date', day],
  ['name', 'Name', text],
  ['email', 'E-mail', text],
  ['employeeCode', 'Employee code', text],
  ['manager', 'Manager', text],
  ['roles', 'Roles', roles],
  ['costCentre', 'Cost centre', text],
  ['grade', 'Grade', text],
  ['baseLocation', 'Base location', text],
  ['joinedOn', 'Joined on', day],
  ['leftOn', 'Left on', day],
  ['tallyStatus', 'Status', choose],
  ['vouchers', 'Vouchers', number],
  ['posted', 'Posted', number],
  ['failed', 'Failed', number],
  ['tallyAmount', 'Amount', paise],
  ['reason', 'Reason', text],
  ['question', 'Question', text],
  ['answer', 'Answer', text],
];

/** What a new record has before anybody decided about it is no news. */
const LATER = /Status$|^managerId$|^financeAmount$|^managerAmount$/;

function changesOf({ before, after }: LoggedChange, people: ReadonlyMap<string, string>): HistoryRow['changes'] {
  return FIELDS.flatMap(([key, field, show]) => {
    if (before === null && LATER.test(key)) return [];
    const was = before ? show(before[key], people) : null;
    const is = after ? show(after[key], people) : null;
    // Papers may be others though their number is the same.
    const same = was === is && JSON.stringify(before?.[key]) === JSON.stringify(after?.[key]);
    if (same || (was === null && is === null) || (was === is && !Array.isArray(after?.[key]))) return [];
    return [{ field, before: was, after: is === was ? `${is}, other files` : is }];
  });
}

/** Ids of the people whom a change names; their names are needed to tell it. */
export const peopleIn = ({ before, after }: Pick<LoggedChange, 'before' | 'after'>): string[] =>
  [before?.['managerId'], after?.['managerId']].filter((id) => typeof id === 'string');

const momentIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** One row of the log as a row of the history. */
export function describeChange(change: LoggedChange, people: ReadonlyMap<string, string>): HistoryRow {
  const savedAt = momentIn(change.after?.['savedAt']);
  const reachedAt = momentIn(change.after?.['reachedAt']);
  return {
    at: change.at,
    by: change.by,
    onBehalfOf: change.onBehalfOf,
    what: actionWords(change.action),
    changes: changesOf(change, people),
    ...(savedAt !== undefined && { savedAt }),
    ...(reachedAt !== undefined && { reachedAt }),
  };
}
