import type { Trip } from '#contract/trip.ts';
import { statusLabel } from '#domain/status.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { ADMIN_EDITS, OWN_EDITS, sourcesOf } from '#modules/claims/index.ts';
import { daysOf, tripKind } from '../kind.ts';

/** Travel requests as an admin sees and changes them. */
export const adminTripKind: RecordDefinition<Trip> = {
  ...tripKind,
  bills: (row) => sourcesOf(row.ticketUrl),
  edits: [...OWN_EDITS, ...ADMIN_EDITS],
};

/** What a screen reader says of a card: the id first. */
export const nameOfAdminTrip = (row: Trip, timeZone: string): string =>
  `${row.tripId}, ${row.employeeName}, ${row.departureCity} to ${row.arrivalCity}, ` +
  `${daysOf(row, timeZone)}, Admin: ${statusLabel(row.adminApprovalStatus)}, Cancellation: ` +
  `${statusLabel(row.cancellationStatus)}`;
