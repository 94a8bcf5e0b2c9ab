import { sumTeamSpend } from '#contract/calls/spend.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { spendOfTeam } from './spend.ts';

export const spendCalls = (services: Services): Served[] => [
  serve(sumTeamSpend, async ({ request }) => ({
    success: true,
    data: await spendOfTeam(contextOf(services, request)),
  })),
];
