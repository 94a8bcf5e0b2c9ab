import { LEFT_OUT, trip, type Trip } from '#contract/trip.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { statusLabel } from '#domain/status.ts';
import { NEW_TRIP } from '#domain/trip.ts';
import { ofDocument } from '#files/source.ts';
import type { RecordDefinition, CurrentUser } from '#list/definition.ts';
import { editedTrip, OWN_EDITS, withBody } from '#modules/claims/index.ts';
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
export const tripKind: RecordDefinition<Trip> = {
  name: 'trip',
  noun: 'travel request',
  idOf: (row) => row.tripId,
  versionOf: (row) => row.version,
  faceOf: (row) => ({ title: wayOf(row) }),
  bills: (row) => row.ticketUrl.map(ofDocument),
  creates: ['createTrip'],
  edits: OWN_EDITS,
  queuedRow: (entry, viewer) => withBody(blank(entry, viewer), entry),
  editedRow: editedTrip,
  answeredRow: (answer) => {
    const parsed = trip.safeParse((answer as { data?: unknown } | undefined)?.data);
    return parsed.success ? parsed.data : null;
  },
};

/** What a screen reader says of a card: the id first. */
export const nameOfTrip = (row: Trip, timeZone: string): string =>
  `${row.tripId}, ${row.departureCity} to ${row.arrivalCity}, ${daysOf(row, timeZone)}, Manager: ` +
  `${statusLabel(row.managerApprovalStatus)}, Admin: ${statusLabel(row.adminApprovalStatus)}`;
