import { createDelegation, endDelegation, listDelegations } from '#contract/calls/delegations.ts';
import { HEADERS } from '#contract/headers.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import * as delegations from './delegations.ts';

/** Stand-ins of managers. */

export { endDelegationsOf } from './delegations.ts';
export { standsInFor } from './repository.ts';

/** Stand-ins. */
export const delegationCalls = (services: Services): Served[] => [
  serve(listDelegations, async ({ request, query }) => ({
    success: true,
    data: await delegations.delegationsOf(contextOf(services, request), query['email']),
  })),
  serve(createDelegation, changing(services, delegations.createDelegation)),
  serve(endDelegation, async ({ request, reply, entry, query }) => {
    const { id } = request.params as { id: string };
    const { body, replayed } = await delegations.endDelegation(contextOf(services, request, true), id, {
      method: entry.method,
      path: entry.path,
      query: { ...query, id },
      body: request.body,
    });
    if (replayed) reply.header(HEADERS.idempotencyReplayed, 'true');
    return body;
  }),
];
