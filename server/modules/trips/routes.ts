import {
  cancelTrip,
  createTrip,
  searchTrips,
  tripExpenseIds,
  updateTrip,
  uploadCandidateInformation,
  searchCities,
} from '#contract/calls/trips.ts';
import {
  addFurtherTicket,
  adminApproveTrip,
  adminRejectTrip,
  bulkAdminTrips,
  bulkManagerTrips,
  managerApproveTrip,
  managerRejectTrip,
  markNoShow,
  rejectCancellation,
  uploadCancellationDetails,
  uploadTicketDetails,
} from '#contract/calls/tripDecisions.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { CommandRequest } from '#server/platform/idempotency/change.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import * as search from './search.ts';
import * as administration from './administration.ts';
import * as creation from './creation.ts';
import * as decisions from './decisions.ts';
import * as trips from './trips.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import { indianCities } from '#domain/citySearch.ts';

const tripIn = (asked: CommandRequest): string => asked.query['tripId'] ?? '';

/** `/api/v1/travel-request/…`: trips. */
export const tripCalls = (services: Services): Served[] => [
  serve(searchTrips, async ({ request, list }) => search.searchTrips(contextOf(services, request), list)),
  serve(
    createTrip,
    changing(services, (context, asked) => creation.createTrip(context, asked)),
  ),
  serve(
    updateTrip,
    changing(services, (context, asked) => trips.updateTrip(context, asked.query['id'] ?? '', asked)),
  ),
  serve(
    cancelTrip,
    changing(services, (context, asked) => trips.cancelTrip(context, tripIn(asked), asked)),
  ),
  serve(
    uploadCandidateInformation,
    changing(services, (context, asked) =>
      trips.attachCandidate(context, tripIn(asked), asked.query['employeeCode'], asked),
    ),
  ),
  serve(tripExpenseIds, async ({ request, query }) => ({
    success: true,
    data: await trips.expenseIdsOf(contextOf(services, request), query['tripId'] ?? ''),
  })),
  serve(
    managerApproveTrip,
    changing(services, (context, asked) => decisions.decideTrip(context, 'manager', tripIn(asked), true, asked)),
  ),
  serve(
    managerRejectTrip,
    changing(services, (context, asked) => decisions.decideTrip(context, 'manager', tripIn(asked), false, asked)),
  ),
  serve(
    bulkManagerTrips,
    changing(services, (context, asked) => decisions.decideManyTrips(context, 'manager', asked)),
  ),
  serve(
    adminApproveTrip,
    changing(services, (context, asked) => decisions.decideTrip(context, 'admin', tripIn(asked), true, asked)),
  ),
  serve(
    adminRejectTrip,
    changing(services, (context, asked) => decisions.decideTrip(context, 'admin', tripIn(asked), false, asked)),
  ),
  serve(
    bulkAdminTrips,
    changing(services, (context, asked) => decisions.decideManyTrips(context, 'admin', asked)),
  ),
  serve(
    uploadTicketDetails,
    changing(services, (context, asked) => administration.addTickets(context, tripIn(asked), asked)),
  ),
  serve(
    addFurtherTicket,
    changing(services, (context, asked) => administration.addFurtherTicket(context, tripIn(asked), asked)),
  ),
  serve(
    uploadCancellationDetails,
    changing(services, (context, asked) => administration.settleCancellation(context, tripIn(asked), asked)),
  ),
  serve(
    rejectCancellation,
    changing(services, (context, asked) => administration.refuseCancellation(context, tripIn(asked), asked)),
  ),
  serve(
    markNoShow,
    changing(services, (context, asked) => administration.markNoShow(context, tripIn(asked), asked)),
  ),
];

/**
 * Cities as they are typed. The same look-up over the same list as on the device: it is part of the code, so that
 * nothing is asked of the database and the two cannot differ.
 */
export const cityCalls = (): Served[] => [
  serve(searchCities, async ({ request }) => ({
    success: true,
    data: (await indianCities())((request.params as { text: string }).text),
  })),
  // Nothing typed.
  serve({ ...searchCities, path: searchCities.path.replace('/:text', '') }, async () => ({ success: true, data: [] })),
];
