import { HEADERS } from '#contract/session.ts';
import { demandSelf } from '#server/platform/http/demand.ts';
import { idOf, type Call, type Handler } from '#server/platform/http/endpoints.ts';
import { fingerprintOf, type Asked, type Carried } from './change.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';

/** A call that changes something: who asks is checked, and the answer says whether it is a replay. */
export const changing =
  (services: Services, run: (context: Context, asked: Asked) => Promise<Carried>): Handler =>
  async ({ request, reply, entry, query }: Call): Promise<string> => {
    const asked: Asked = { method: entry.method, path: entry.path, query, body: request.body };
    const context = contextOf(
      services,
      request,
      true,
      request.headers[HEADERS.recordId] === undefined ? null : fingerprintOf(asked),
    );
    demandSelf(context.actor, query['email']);
    demandSelf(context.actor, query['financeMailId']);
    const { body, replayed } = await run(context, asked);
    if (replayed) reply.header(HEADERS.idempotencyReplayed, 'true');
    return body;
  };

/** A change of the record that the address names; for comparing two requests its id counts among the query. */
export const changingOne =
  (services: Services, run: (context: Context, id: string, asked: Asked) => Promise<Carried>): Handler =>
  async (call: Call): Promise<string> => {
    const { request, reply, entry, query } = call;
    const id = idOf(call);
    const { body, replayed } = await run(contextOf(services, request, true), id, {
      method: entry.method,
      path: entry.path,
      query: { ...query, id },
      body: request.body,
    });
    if (replayed) reply.header(HEADERS.idempotencyReplayed, 'true');
    return body;
  };
