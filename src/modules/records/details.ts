import type { AnyRecord } from '#contract/record.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { KIND_WORDS, TYPE_WORDS } from '#domain/recordFace.ts';
import { ticketLabel } from '#domain/status.ts';
import { tripDetails } from '#domain/tripFields.ts';

export type Detail = readonly [name: string, value: string | null | undefined];

const rupees = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : formatRupees(value);

function claimDetails(
  any: Exclude<AnyRecord, { kind: 'trip' }>,
  day: (ms: number | null | undefined) => string | null,
): Detail[] {
  const common: Detail[] = [
    ['Claim amount', formatRupees(any.record.claimAmount)],
    ['Remarks', any.record.remarks],
    ['Beyond the policy', any.record.policyWarning ?? null],
  ];
  if (any.kind === 'localExpense')
    return [
      ['Expense type', any.record.furtherType ?? TYPE_WORDS[any.record.localExpenseType]],
      ['Expense date', day(any.record.expenseDate)],
      ...common,
    ];
  if (any.kind === 'travelExpense')
    return [
      ['Expense type', any.record.furtherType ?? TYPE_WORDS[any.record.travelExpenseType]],
      ['Expense date', day(any.record.expenseDate)],
      ['Trip', any.record.tripId],
      ...common,
    ];
  const { travelDate, clientName, fromLocation, toLocation, conveyanceType, distanceTravelled, reimbursementLimit } =
    any.record;
  return [
    ['Travel date', day(travelDate)],
    ['Client', clientName],
    ['From', fromLocation],
    ['To', toLocation],
    ['Conveyance type', TYPE_WORDS[conveyanceType]],
    ['Distance', `${Math.round(distanceTravelled * 100) / 100} km`],
    ['Reimbursement limit', rupees(reimbursementLimit)],
    ...common,
  ];
}

function detailsOfTrip({ record }: Extract<AnyRecord, { kind: 'trip' }>, timeZone: string): Detail[] {
  const {
    departureCity,
    arrivalCity,
    startDate,
    endDate,
    preferredTime,
    travelType,
    tripType,
    modeOfTravel,
    travelToBeDoneBy,
    traveller,
    travellerDOB,
    travelBookedBy,
    reasonForTravel,
    remarks,
    ...others
  } = tripDetails(record, timeZone);
  return [
    departureCity,
    arrivalCity,
    startDate,
    endDate,
    ['Total travel days', String(record.totalTravelDays)],
    preferredTime,
    travelType,
    tripType,
    modeOfTravel,
    travelToBeDoneBy,
    traveller,
    travellerDOB,
    ['Candidate employee code', record.candidateEmpCode],
    travelBookedBy,
    reasonForTravel,
    ...Object.values(others),
    remarks,
    ['Tickets', ticketLabel(record.ticketUploadStatus)],
    ['Ticket amount', rupees(record.ticketAmount)],
    ['Ticket refund amount', rupees(record.ticketRefundAmount)],
    ['Amount to be deducted from salary', rupees(record.amountToBeDeductedFromSalary)],
  ];
}

/** Everything a record says of itself, in the words of its form. */
export function recordDetails(any: AnyRecord, timeZone: string): Detail[] {
  const day = (ms: number | null | undefined): string | null =>
    ms === null || ms === undefined ? null : formatDay(dayOf(ms, timeZone));
  const { employeeName, employeeCode } = any.record;
  return [
    ['Kind', KIND_WORDS[any.kind]],
    ['Employee', `${employeeName} (${employeeCode})`],
    ...(any.kind === 'trip' ? detailsOfTrip(any, timeZone) : claimDetails(any, day)),
  ];
}
