import type { TripWithClaims } from '#contract/expense.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import { mayChange } from '#domain/access.ts';
import { storedStatuses } from '#domain/status.ts';
import { tripDays } from '#domain/trip.ts';
import { assertDayLimit, readForTrip, travelExpenses, travelWarning } from './kind.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { claimsOfTrips, findTravelTrips, insertClaim, type TravelTripRow } from './repository.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayRange, recordView, takeOnly } from '#server/platform/http/listing.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { assertVisibleTrip, tripById, type TripRow, MAX_CLAIMS } from '#server/modules/trips/index.ts';
import {
  type ClaimRow,
  travelExpenseAnswer,
  answerOf,
  billsFor,
  makeOnce,
  newClaim,
  ownersAudit,
  readingsOf,
  written,
  listOfPerson,
} from '#server/modules/claims/index.ts';
import { heldManagerOf } from '#server/modules/people/index.ts';

/**
 * Files a claim for a day of one's own trip (TRV-1, TRV-2, TRV-3, FOOD-1, FOOD-2). The trip is locked against change:
 * of a claim and a cancellation at once one succeeds and the other is refused.
 */
export function createTravelExpense(context: Context, tripId: string, request: CommandRequest): Promise<CommandResult> {
  const { actor } = context;
  const file = async (): Promise<CommandResult> => {
    // Signatures are verified before anything is locked.
    const readings = await readingsOf(context.services.database.db, request.body);
    return change<TripRow>(context, request, {
      authorize: async (tx) => {
        const trip = await assertVisibleTrip(tx, actor, await tripById(tx, tripId, 'use'));
        assertAllowed(mayChange(actor, { ownerId: trip.owner_id }));
        return trip;
      },
      execute: async (tx, trip) => {
        const { input, by } = await readForTrip(tx, context, trip, request.body);
        const otherPaise = await assertDayLimit(tx, { ownerId: actor.id, ...input, except: null }, by);
        const saved = { savedDay: context.saved.today, exceptional: actor.exceptionalDate, otherPaise };
        const bills = await billsFor(tx, context, input.bills, []);
        const claim = newClaim(context, travelExpenses, input, {
          managerId: await heldManagerOf(tx, actor.id),
          tripId: trip.id,
          policyWarning: travelWarning(input, by, saved),
        });
        await insertClaim(tx, claim, bills, readings);
        const row = await written(tx, travelExpenses, claim.id);
        await appendAudit(tx, ownersAudit(context, 'create', null, row), '');
        return { answer: answerOf(context, travelExpenses, row), recordId: claim.id, made: true, counted: 'requests' };
      },
      rebuildAnswer: async (tx, _trip, id) => answerOf(context, travelExpenses, await written(tx, travelExpenses, id)),
    });
  };
  return makeOnce(context, travelExpenses, file);
}

const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>(['USER_EMAIL', 'MANAGER_APPROVAL_STATUS', 'DATE_RANGE']);

/** A trip with every day of it, claimed on or not. */
function tripAnswer(trip: TravelTripRow, claims: readonly ClaimRow[], timeZone: string): TripWithClaims {
  const answers = claims.map((claim) => travelExpenseAnswer(claim, timeZone));
  return {
    tripId: trip.id,
    startDate: dayMillis(trip.start_date, timeZone),
    endDate: dayMillis(trip.end_date, timeZone),
    fromLocation: trip.departure_city,
    toLocation: trip.arrival_city,
    managerApprovalStatus: trip.manager_status,
    adminApprovalStatus: trip.admin_status,
    cancellationStatus: trip.cancellation_status,
    dateResponseList: tripDays(trip.start_date, trip.end_date).map((day) => {
      const expenseDate = dayMillis(day, timeZone);
      return { expenseDate, travelExpenses: answers.filter((answer) => answer.expenseDate === expenseDate) };
    }),
  };
}

/**
 * One page of somebody's trips that are not cancelled, each with all its days and claims (TRV-5): two statements,
 * however many trips.
 */
export async function searchTravelTrips(context: Context, query: ListQuery): Promise<unknown> {
  const { db } = context.services.database;
  takeOnly(query, TAKEN);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const { USER_EMAIL, MANAGER_APPROVAL_STATUS, DATE_RANGE } = query.filters;
  const { owner, kind, subject } = await listOfPerson(context, USER_EMAIL?.[0] ?? context.actor.email);
  const search = {
    ...owner,
    managerStatuses: MANAGER_APPROVAL_STATUS && storedStatuses('manager', MANAGER_APPROVAL_STATUS),
    days: dayRange(context, DATE_RANGE),
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  };
  if (subject !== null) await recordView(context, subject, 'travelTrips');
  const found = await findTravelTrips(db, search);
  // Withdrawn claims are on their owner's list alone.
  const shown = { approvedOnly: owner.approvedOnly, withdrawnToo: kind === 'own' };
  const claims = new Map(found.rows.map((trip) => [trip.id, new Array<ClaimRow>()]));
  const read = await claimsOfTrips(db, [...claims.keys()], shown);
  for (const claim of read) claims.get(claim.trip_id ?? '')?.push(claim);
  // Where there are more than are read, which trips lack some is not known: the one that was read last, and those after
  // it.
  const whole =
    read.length < MAX_CLAIMS ? found.rows.length : found.rows.findIndex(({ id }) => id === read.at(-1)?.trip_id);
  const trips = found.rows.map((trip, at): TripWithClaims => ({
    ...tripAnswer(trip, claims.get(trip.id) ?? [], context.timeZone),
    ...(at >= whole && { cut: true }),
  }));
  return { success: true, content: [{ tripIdResponseList: trips }], totalElements: found.total };
}
