import { SPEND_MONTHS } from '#contract/limits.ts';
import type { FinanceCharts } from '#contract/report.ts';
import { mayListAll } from '#domain/access.ts';
import { millisOfDay } from '#domain/dates.ts';
import {
  ageStarts,
  FOOD_NEAR_PAISE,
  MAX_CENTRES,
  MAX_MEALS,
  chartMonths,
  topOf,
  WAITING_AGES,
} from '#domain/financeCharts.ts';
import { toRupees } from '#domain/money.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { approvedByCentre, approvedByMonth, mealsNearLimit, waitingByAge } from './repository/pictures.ts';
import type { Context } from '#server/platform/http/context.ts';

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
  const meals = await mealsNearLimit(db, FOOD_NEAR_PAISE, MAX_MEALS);
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
  };
}
