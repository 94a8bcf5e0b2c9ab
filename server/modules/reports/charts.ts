import { sumTeamSpend } from '#contract/calls/spend.ts';
import { FOOD_LIMIT_RUPEES, SPEND_MONTHS } from '#contract/limits.ts';
import type { FinanceCharts } from '#contract/report.ts';
import type { TeamSpend } from '#contract/spend.ts';
import { mayListAll } from '#domain/access.ts';
import { addMonths, firstOfMonth, millisOfDay } from '#domain/dates.ts';
import {
  ageStarts,
  chartMonths,
  foodNear,
  MAX_CENTRES,
  MAX_MEALS,
  topOf,
  WAITING_AGES,
} from '#domain/financeCharts.ts';
import { toRupees } from '#domain/money.ts';
import { policyOn } from '#domain/policyVersions.ts';
import { forbidden } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { policiesNow } from '#server/modules/expensePolicy/index.ts';
import { approvedByCentre, approvedByMonth, mealsNearLimit, teamSpend, waitingByAge } from './repository/charts.ts';

/**
 * What finance's pictures show, to finance alone (REP-7): what waits by age, what was approved by type, month and cost
 * centre (REP-5), food near its limit (REP-6).
 */
export async function financeCharts({ actor, services, today, timeZone }: Context): Promise<FinanceCharts> {
  assertAllowed(mayListAll(actor, 'claims'));
  const { db } = services.database;
  const months = chartMonths(today, SPEND_MONTHS);
  const starts = months.map((month) => millisOfDay(month, timeZone));
  const waiting = await waitingByAge(db, ageStarts(today, timeZone));
  const approved = await approvedByMonth(db, starts);
  const { top, others } = topOf(
    (await approvedByCentre(db, starts)).map(({ paise, ...row }) => ({ ...row, amount: toRupees(paise) })),
    MAX_CENTRES,
  );
  const { versions } = await policiesNow(services, db);
  const limits = versions.map(({ effectiveFrom, policy: { food } }) => ({
    from: effectiveFrom,
    near: food.amount === null ? null : foodNear(food.amount),
  }));
  const meals = await mealsNearLimit(db, limits, MAX_MEALS);
  const { food } = policyOn(versions, today);
  return {
    ages: WAITING_AGES.map(({ from, to }, n) => {
      const row = waiting.find(({ age }) => age === WAITING_AGES.length - 1 - n);
      return { from, to, claims: row?.claims ?? 0, amount: toRupees(row?.paise ?? 0) };
    }),
    months,
    approved: approved.map(({ month, kind, type, claims, paise }) => ({
      month: months[month - 1] ?? '',
      primaryExpenseType: kind,
      type,
      claims,
      amount: toRupees(paise),
    })),
    centres: top,
    otherCentres: others && { centres: others.count, claims: others.claims, amount: others.amount },
    meals: meals.map(({ paise, days: _days, ...meal }) => ({ ...meal, amount: toRupees(paise) })),
    mealDays: meals[0]?.days ?? 0,
    ...(food.amount !== null && food.amount !== FOOD_LIMIT_RUPEES && { foodLimit: food.amount }),
  };
}

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
