import { trip, type Trip } from '#contract/trip.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { statusLabel } from '#domain/status.ts';
import { NEW_TRIP, afterCancel } from '#domain/trip.ts';
import { ofDocument } from '#files/source.ts';
import type { ClaimKind, CurrentUser } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';

/** From where to where. */
export const wayOf = (row: Pick<Trip, 'departureCity' | 'arrivalCity'>): string =>
  `${row.departureCity} → ${row.arrivalCity}`;

/** First and last day as people read them; a single one is said once. */
export function daysOf(row: Pick<Trip, 'startDate' | 'endDate'>, timeZone: string): string {
  const [start, end] = [dayOf(row.startDate, timeZone), dayOf(row.endDate, timeZone)];
  return start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

export const lengthOf = (row: Pick<Trip, 'totalTravelDays'>): string =>
  row.totalTravelDays === 1 ? '1 day' : `${row.totalTravelDays} days`;

/** What is not sent, because its part of the form was not shown, the record no longer has. */
const LEFT_OUT = {
  traveller: null,
  travellerDOB: null,
  accommodationCity: null,
  preferredHotel: null,
  preferredLocation: null,
  checkInDate: null,
  checkOutDate: null,
  remarks: null,
};
const DAY_MS = 86_400_000;

/** A row with what an entry's body says, as far as it can be read. */
function withBody(row: Trip, entry: Entry): Trip {
  const read = trip.safeParse({ ...row, ...LEFT_OUT, ...entry.body });
  if (!read.success) return row;
  // Both are midnights of the same zone: rounding takes out a change of its clocks.
  return { ...read.data, totalTravelDays: Math.round((read.data.endDate - read.data.startDate) / DAY_MS) + 1 };
}

function blank(entry: Entry, viewer: CurrentUser): Trip {
  const { createdAt } = entry;
  return {
    tripId: entry.record.id ?? 'Not sent yet',
    userEmail: viewer.email,
    employeeName: viewer.name,
    employeeCode: viewer.employeeCode,
    managerEmail: null,
    startDate: createdAt,
    endDate: createdAt,
    preferredTime: null,
    totalTravelDays: 1,
    tripType: 'ONE_WAY',
    travelType: 'DOMESTIC',
    modeOfTravel: 'OTHER',
    travelToBeDoneBy: 'SELF',
    travelBookedBy: 'SELF',
    departureCity: '',
    arrivalCity: '',
    isAccommodationRequired: false,
    reasonForTravel: '',
    ...LEFT_OUT,
    managerRemarks: null,
    adminRemarks: null,
    cancellationRemarks: null,
    adminCancellationRemarks: null,
    managerApprovalStatus: NEW_TRIP.manager,
    adminApprovalStatus: NEW_TRIP.admin,
    cancellationStatus: NEW_TRIP.cancellation,
    ticketUploadStatus: 'NOT_UPDATED',
    ticketAmount: null,
    ticketRefundAmount: null,
    amountToBeDeductedFromSalary: null,
    ticketUrl: [],
    candidateEmpCode: null,
    version: 0,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Travel requests. */
export const tripKind: ClaimKind<Trip> = {
  name: 'trip',
  noun: 'travel request',
  idOf: (row) => row.tripId,
  versionOf: (row) => row.version,
  faceOf: (row) => ({ title: wayOf(row) }),
  bills: (row) => row.ticketUrl.map(ofDocument),
  creates: ['createTrip'],
  edits: ['updateTrip', 'cancelTrip'],
  queuedRow: (entry, viewer) => withBody(blank(entry, viewer), entry),
  editedRow: (row, entry) => {
    if (entry.endpoint !== 'cancelTrip') return withBody(row, entry);
    const { cancellationRemarks } = entry.body;
    return {
      ...row,
      cancellationRemarks: typeof cancellationRemarks === 'string' ? cancellationRemarks : null,
      cancellationStatus: afterCancel(row, row.ticketUrl.length > 0),
    };
  },
  answeredRow: (answer) => {
    const parsed = trip.safeParse((answer as { data?: unknown } | undefined)?.data);
    return parsed.success ? parsed.data : null;
  },
};

/** What a screen reader says of a card: the id first. */
export const nameOfTrip = (row: Trip, timeZone: string): string =>
  `${row.tripId}, ${row.departureCity} to ${row.arrivalCity}, ${daysOf(row, timeZone)}, Manager: ` +
  `${statusLabel(row.managerApprovalStatus)}, Admin: ${statusLabel(row.adminApprovalStatus)}`;
