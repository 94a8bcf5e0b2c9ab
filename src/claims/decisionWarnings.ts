import type { LocalExpense } from '#contract/expense.ts';
import { approvalWarnings } from '#domain/approval.ts';
import { dayOf, formatDay } from '#domain/dates.ts';

const NAMED = 3;

/** Whose claims carry the same bill, as far as this approver may know; the rest is counted. */
function twins(others: NonNullable<LocalExpense['duplicateOf']>, timeZone: string): string[] {
  if (others.length === 0) return [];
  const named = others.slice(0, NAMED).flatMap(({ id, employeeName, expenseDate }) =>
    id === undefined && employeeName === undefined ? [] : [[employeeName, expenseDate === undefined ? '' : formatDay(dayOf(expenseDate, timeZone)), id].filter(Boolean).join(', ')],
  );
  const more = others.length - named.length;
  const rest = more > 0 ? [named.length > 0 ? `${more} more` : `${more === 1 ? 'another claim' : `${more} other claims`} that you cannot see`] : [];
  return [`Same bill used before: ${[...named, ...rest].join('; ')}.`];
}

/** What an approver should look at twice on a claim of that day (MGR-15). */
export const decisionWarnings = ({ duplicateOf = [] }: Pick<LocalExpense, 'duplicateOf'>, day: number, timeZone: string): string[] => [...twins(duplicateOf, timeZone), ...approvalWarnings({ day: dayOf(day, timeZone) })];
