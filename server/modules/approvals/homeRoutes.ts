import { countWaiting, sumOwed } from '#contract/calls/home.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { contextOf } from '#server/platform/http/context.ts';
import * as home from './home.ts';
import type { Services } from '#server/platform/http/services.ts';

/** What the home page shows. Both are of the session's person alone: nobody is named. */
export const homeCalls = (services: Services): Served[] => [
  serve(countWaiting, async ({ request }) => ({
    success: true,
    data: await home.countWaiting(contextOf(services, request)),
  })),
  serve(sumOwed, async ({ request }) => ({ success: true, data: await home.owedTo(contextOf(services, request)) })),
];
