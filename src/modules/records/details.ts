import type { AnyRecord } from '#contract/record.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { KIND_WORDS, TYPE_WORDS } from '#domain/recordFace.ts';
import { ticketLabel } from '#domain/status.ts';
import { timeOf } from '#domain/times.ts';
import { BOOKED_BY, DONE_BY, MODE, TRAVEL_TYPE, TRIP_TYPE, yesNo } from '#domain/tripWords.ts';

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
  ];
  if (any.kind === 'localExpense')
    return [
      ['Expense type', TYPE_WORDS[any.record.localExpenseType]],
      ['Expense date', day(any.record.expenseDate)],
      ...common,
    ];
  if (any.kind === 'travelExpense')
    return [
      ['Expense type', TYPE_WORDS[any.record.travelExpenseType]],
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

function tripDetails(
  { record }: Extract<AnyRecord, { kind: 'trip' }>,
  day: (ms: number | null | undefined) => string | null,
): Detail[] {
  const { preferredTime } = record;
  const clock = preferredTime === null ? null : timeOf(preferredTime);
  return [
    ['Departure city', record.departureCity],
    ['Arrival city', record.arrivalCity],
    ['Travel start date', day(record.startDate)],
    ['Travel end date', day(record.endDate)],
    ['Total travel days', String(record.totalTravelDays)],
    ['Preferred time', clock],
    ['Travel type', TRAVEL_TYPE[record.travelType]],
    ['Trip type', TRIP_TYPE[record.tripType]],
    ['Mode of travel', MODE[record.modeOfTravel]],
    ['Travel to be done by', DONE_BY[record.travelToBeDoneBy]],
    ['Traveller name', record.traveller],
    ['Traveller DOB', day(record.travellerDOB)],
    ['Candidate employee code', record.candidateEmpCode],
    ['Booked by', BOOKED_BY[record.travelBookedBy]],
    ['Reason for travel', record.reasonForTravel],
    ['Accommodation required', yesNo(record.isAccommodationRequired)],
    ['Accommodation city', record.accommodationCity],
    ['Check-in date', day(record.checkInDate)],
    ['Check-out date', day(record.checkOutDate)],
    ['Preferred hotel', record.preferredHotel],
    ['Preferred location', record.preferredLocation],
    ['Remarks', record.remarks],
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
    ...(any.kind === 'trip' ? tripDetails(any, day) : claimDetails(any, day)),
  ];
}
