import { HEADERS } from '#contract/session.ts';
import { demandSelf } from '#server/platform/http/demand.ts';
import type { Call, Handler } from '#server/platform/http/endpoints.ts';
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
