import { createDelegation, endDelegation, listDelegations } from '#contract/calls/delegations.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
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
  serve(endDelegation, changingOne(services, delegations.endDelegation)),
];
