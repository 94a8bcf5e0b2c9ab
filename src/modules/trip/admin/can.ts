import type { Trip } from '#contract/trip.ts';
import { today } from '#data/clock.ts';
import { dayOf } from '#domain/dates.ts';
import { dutiesOf } from '#domain/duties.ts';
import { mayAddFurtherTicket } from '#domain/furtherTicket.ts';
import { adminCan, mayActOnTrip } from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';

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

/** What an admin may do with this trip now, and why not (ADM-1 to ADM-8); the server judges by the same rules. */
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
