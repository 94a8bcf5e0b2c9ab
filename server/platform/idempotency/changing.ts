import type { FastifyReply } from 'fastify';
import { HEADERS } from '#contract/headers.ts';
import { assertSelf } from '#server/platform/http/assertAllowed.ts';
import { idOf, type Call, type Handler } from '#server/platform/http/endpoints.ts';
import { fingerprintOf, type CommandRequest, type CommandResult } from './change.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';

/** A replay is marked as one, and leaves once what it tells of is where the first answer waited for it (D5). */
async function bodyOf({ database }: Services, reply: FastifyReply, { body, replayed }: CommandResult): Promise<string> {
  if (!replayed) return body;
  reply.header(HEADERS.idempotencyReplayed, 'true');
  await database.confirmed();
  return body;
}

/** A call that changes something: who asks is checked, and the answer says whether it is a replay. */
export const changing =
  (services: Services, run: (context: Context, asked: CommandRequest) => Promise<CommandResult>): Handler =>
  async ({ request, reply, entry, query }: Call): Promise<string> => {
    const asked: CommandRequest = { method: entry.method, path: entry.path, query, body: request.body };
    const context = contextOf(
      services,
      request,
      true,
      request.headers[HEADERS.recordId] === undefined ? null : fingerprintOf(asked),
    );
    assertSelf(context.actor, query['email']);
    assertSelf(context.actor, query['financeMailId']);
    return bodyOf(services, reply, await run(context, asked));
  };

/** A change of the record that the address names; for comparing two requests its id counts among the query. */
export const changingOne =
  (services: Services, run: (context: Context, id: string, asked: CommandRequest) => Promise<CommandResult>): Handler =>
  async (call: Call): Promise<string> => {
    const { request, reply, entry, query } = call;
    const id = idOf(call);
    const result = await run(contextOf(services, request, true), id, {
      method: entry.method,
      path: entry.path,
      query: { ...query, id },
      body: request.body,
    });
    return bodyOf(services, reply, result);
  };
