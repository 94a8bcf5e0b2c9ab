import type { Trip } from '#contract/trip.ts';
import { statusLabel } from '#domain/status.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { ADMIN_EDITS, OWN_EDITS, sourcesOf } from '#modules/claims/index.ts';
import { daysOf, tripKind } from '../kind.ts';
import { today } from '#data/clock.ts';
import { dayOf } from '#domain/dates.ts';
import { dutiesOf } from '#domain/duties.ts';
import { mayAddFurtherTicket } from '#domain/furtherTicket.ts';
import { adminCan, mayActOnTrip } from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';

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

/** The viewer, for the rules that nobody acts on their own trip, nor on one that they decided before. */
interface DecidingUser {
  email: string;
  timeZone: string;
}

const byDuties = (row: Trip, email: string, then: () => Verdict): Verdict => {
  const { actorId, ...duties } = dutiesOf(email, row);
  const may = mayActOnTrip(actorId, duties);
  return may.ok ? then() : may;
};

/** What an admin may do with this trip now, and why not (ADM-10); the server judges by the same rules. */
export const onTrip = {
  decide: (row: Trip, { email }: Pick<DecidingUser, 'email'>): Verdict =>
    byDuties(row, email, () => adminCan.decide(row)),
  addTickets: (row: Trip, { email }: DecidingUser): Verdict => byDuties(row, email, () => adminCan.addTickets(row)),
  addFurtherTicket: (row: Trip, { email }: DecidingUser): Verdict =>
    byDuties(row, email, () => mayAddFurtherTicket(row, row.furtherTickets?.length ?? 0)),
  openCancellation: (row: Trip, { email }: DecidingUser): Verdict =>
    byDuties(row, email, () => adminCan.openCancellation(row)),
  settleCancellation: (row: Trip, { email }: DecidingUser): Verdict =>
    byDuties(row, email, () => adminCan.settleCancellation(row)),
  markNoShow: (row: Trip, { email, timeZone }: DecidingUser): Verdict =>
    byDuties(row, email, () => adminCan.markNoShow(row, dayOf(row.startDate, timeZone), today(timeZone))),
};
