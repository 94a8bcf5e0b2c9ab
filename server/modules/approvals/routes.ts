import { countWaiting, sumOwed } from '#contract/calls/home.ts';
import { changeManager } from '#contract/calls/users.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import { changeManagerOf } from './managers.ts';
import * as waiting from './waiting.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { contextOf } from '#server/platform/http/context.ts';
import * as home from './home.ts';
import type { Services } from '#server/platform/http/services.ts';

/** What waits for whom, and who decides it. */
export const approvalCalls = (services: Services): Served[] => [
  serve(searchWaiting, async ({ request, list }) => waiting.searchWaiting(contextOf(services, request), list)),
  serve(changeManager, changing(services, changeManagerOf)),
  // What the home page shows. Both are of the session's person alone: nobody is named.
  serve(countWaiting, async ({ request }) => ({
    success: true,
    data: await home.countWaiting(contextOf(services, request)),
  })),
  serve(sumOwed, async ({ request }) => ({ success: true, data: await home.owedTo(contextOf(services, request)) })),
];
