import { answerEnquiry, askEnquiry, closeEnquiry, recordEnquiries, searchEnquiries } from '#contract/calls/records.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changingOne } from '#server/platform/idempotency/changing.ts';
import * as enquiries from './enquiries.ts';

/** Questions about a record. */

export { mayStillSee } from './repository.ts';

/** Questions about a record: asked, answered, closed. */
export const enquiryCalls = (services: Services): Served[] => [
  serve(recordEnquiries, async (call) => ({
    success: true,
    ...(await enquiries.recordEnquiries(contextOf(services, call.request), idOf(call))),
  })),
  serve(searchEnquiries, async ({ request, list, query }) =>
    enquiries.searchEnquiries(contextOf(services, request), query['state'], list),
  ),
  serve(askEnquiry, changingOne(services, enquiries.askEnquiry)),
  serve(answerEnquiry, changingOne(services, enquiries.answerEnquiry)),
  serve(closeEnquiry, changingOne(services, enquiries.closeEnquiry)),
];
