import { sumTeamSpend } from '#contract/calls/spend.ts';
import { serve, type Served } from '#server/plugins/endpoints.ts';
import { contextOf } from '#server/services/context.ts';
import type { Services } from '#server/services/services.ts';
import { spendOfTeam } from '#server/services/spend.ts';

export const spendCalls = (services: Services): Served[] => [
  serve(sumTeamSpend, async ({ request }) => ({
    success: true,
    data: await spendOfTeam(contextOf(services, request)),
  })),
];
