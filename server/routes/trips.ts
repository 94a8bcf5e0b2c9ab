import { cancelTrip, createTrip, searchTrips, tripExpenseIds, updateTrip, uploadCandidateInformation } from '#contract/calls/trips.ts';
import type { Served } from '#server/plugins/endpoints.ts';
import { serve } from '#server/plugins/endpoints.ts';
import { contextOf } from '#server/services/context.ts';
import type { Services } from '#server/services/services.ts';
import * as search from '#server/services/tripSearch.ts';
import * as trips from '#server/services/trips.ts';
import { changing } from './changing.ts';

/** `/api/v1/travel-request/…`: trips. */
export const tripCalls = (services: Services): Served[] => [
  serve(searchTrips, async ({ request, list }) => search.searchTrips(contextOf(services, request), list)),
  serve(createTrip, changing(services, (context, asked) => trips.createTrip(context, asked))),
  serve(updateTrip, changing(services, (context, asked) => trips.updateTrip(context, asked.query['id'] ?? '', asked))),
  serve(cancelTrip, changing(services, (context, asked) => trips.cancelTrip(context, asked.query['tripId'] ?? '', asked))),
  serve(uploadCandidateInformation, changing(services, (context, asked) => trips.attachCandidate(context, asked.query['tripId'] ?? '', asked.query['employeeCode'], asked))),
  serve(tripExpenseIds, async ({ request, query }) => ({ success: true, data: await trips.expenseIdsOf(contextOf(services, request), query['tripId'] ?? '') })),
];
