import * as calls from '#contract/calls/records.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { HEADERS } from '#contract/session.ts';
import { serve, type Call, type Served } from '#server/platform/http/endpoints.ts';
import type { Asked, Carried } from '#server/platform/idempotency/change.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import * as enquiries from '#server/modules/enquiries/enquiries.ts';
import * as records from './records.ts';
import type { Services } from '#server/platform/http/services.ts';
import * as waiting from '#server/modules/approvals/waiting.ts';

const idIn = ({ request }: Call): string => (request.params as { id: string }).id;

/** One place to see it all: everything one raised, one record whole, its history, the questions about it. */
export function recordCalls(services: Services): Served[] {
  const reading = (read: (context: Context, id: string) => Promise<unknown>) => async (call: Call) => ({
    success: true,
    data: await read(contextOf(services, call.request), idIn(call)),
  });
  const newest = (read: (context: Context, id: string) => Promise<object>) => async (call: Call) => ({
    success: true,
    ...(await read(contextOf(services, call.request), idIn(call))),
  });
  /** The record or enquiry stands in the path; for comparing two requests it counts among what names their object. */
  const changing =
    (run: (context: Context, id: string, asked: Asked) => Promise<Carried>) =>
    async (call: Call): Promise<string> => {
      const { request, reply, entry, query } = call;
      const id = idIn(call);
      const { body, replayed } = await run(contextOf(services, request, true), id, {
        method: entry.method,
        path: entry.path,
        query: { ...query, id },
        body: request.body,
      });
      if (replayed) reply.header(HEADERS.idempotencyReplayed, 'true');
      return body;
    };
  return [
    serve(calls.searchMine, async ({ request, list }) => records.searchMine(contextOf(services, request), list)),
    serve(searchWaiting, async ({ request, list }) => waiting.searchWaiting(contextOf(services, request), list)),
    serve(calls.getRecord, reading(records.readRecord)),
    serve(calls.recordHistory, newest(records.readHistory)),
    serve(calls.recordEnquiries, newest(enquiries.recordEnquiries)),
    serve(calls.searchEnquiries, async ({ request, list, query }) =>
      enquiries.searchEnquiries(contextOf(services, request), query['state'], list),
    ),
    serve(calls.askEnquiry, changing(enquiries.askEnquiry)),
    serve(calls.answerEnquiry, changing(enquiries.answerEnquiry)),
    serve(calls.closeEnquiry, changing(enquiries.closeEnquiry)),
  ];
}
