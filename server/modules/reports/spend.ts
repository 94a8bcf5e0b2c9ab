import { SPEND_MONTHS } from '#contract/limits.ts';
import type { TeamSpend } from '#contract/spend.ts';
import { addMonths, firstOfMonth } from '#domain/dates.ts';
import { toRupees } from '#domain/money.ts';
import { forbidden } from '#server/platform/base/errors.ts';
import { teamSpend } from './repository/spend.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { sumTeamSpend } from '#contract/calls/spend.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';

/**
 * What the signed-in manager approved of the claims decided on record, by type and month; nobody else's team can be
 * named (SPEND-1, SPEND-2).
 */
async function spendOfTeam({ actor, services, today }: Context): Promise<TeamSpend> {
  if (!actor.roles.includes('manager')) throw forbidden();
  const present = firstOfMonth(today);
  const months = Array.from({ length: SPEND_MONTHS }, (_, n) => addMonths(present, n - SPEND_MONTHS + 1));
  const rows = await teamSpend(services.database.db, actor.id, months[0] ?? present, addMonths(present, 1));
  return {
    months,
    rows: rows.map(({ month, kind, type, claims, paise }) => ({
      month,
      primaryExpenseType: kind,
      type,
      claims,
      amount: toRupees(paise),
    })),
  };
}

export const spendCalls = (services: Services): Served[] => [
  serve(sumTeamSpend, async ({ request }) => ({
    success: true,
    data: await spendOfTeam(contextOf(services, request)),
  })),
];
