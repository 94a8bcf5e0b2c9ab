import type { Policy, PolicyAction } from '#contract/policy.ts';
import { formatDay } from './dates.ts';
import { formatRupees } from './money.ts';
import { monthName } from './monthNames.ts';
import { yearFromOf } from './policyVersions.ts';
import { TYPE_WORDS } from './recordFace.ts';

/** A policy in people's words, line by line: what a screen shows of it, and what its history compares (POL-10). */
export type PolicyLine = readonly [label: string, text: string];

const ACTION_WORDS: Readonly<Record<PolicyAction, string>> = { REFUSE: 'refused', WARN: 'warned of' };

const beyond = (action: PolicyAction): string => `more is ${ACTION_WORDS[action]}`;
const typeWord = (type: string): string => (TYPE_WORDS as Record<string, string>)[type] ?? type;

/** '15-08 every year' or '21-10-2027'. */
const holidayText = (on: string): string =>
  on.length > 5 ? formatDay(on) : `${on.slice(3)}-${on.slice(0, 2)} every year`;

const whom = ({ grade, tier }: Policy['daily'][number]): string =>
  [grade === null ? 'all grades' : `grade ${grade}`, tier === null ? 'all cities' : `tier ${tier}`].join(', ');

const listed = (texts: readonly string[]): string => (texts.length === 0 ? 'None' : texts.join(', '));

/** All that a policy says. */
export function policyLines(policy: Policy): PolicyLine[] {
  const { food, reach, rates, largest, bill, types, daily, tiers, holidays } = policy;
  const daysBack = `${reach.days} days back; older is ${ACTION_WORDS[reach.over]}`;
  return [
    ['Food of a day', food.amount === null ? 'No limit' : `${formatRupees(food.amount)}; ${beyond(food.over)}`],
    ['Window', daysBack],
    ['Financial year', `Starts in ${monthName(yearFromOf(policy))}`],
    [
      'Local expenses of the last financial year',
      reach.yearOpenUntil === null ? 'Always taken' : `Taken to the end of ${monthName(reach.yearOpenUntil)}`,
    ],
    ['A kilometre by own car', formatRupees(rates.SELF_CAR)],
    ['A kilometre by own bike', formatRupees(rates.SELF_BIKE)],
    ['Largest amount of a claim', `${formatRupees(largest.amount)}; ${beyond(largest.over)}`],
    [
      'A bill is needed',
      `${bill.least === 0 ? 'Always' : `From ${formatRupees(bill.least)} on`}; without one a claim is ` +
        ACTION_WORDS[bill.without],
    ],
    ['Further types', listed(types.map(({ name, as }) => `${name} (${typeWord(as)})`))],
    ...daily.map((limit): PolicyLine => [
      `${typeWord(limit.what)} of a day, ${whom(limit)}`,
      `${formatRupees(limit.amount)}; ${beyond(limit.over)}`,
    ]),
    ['Cities of tier X', listed(tiers.X)],
    ['Cities of tier Y', listed(tiers.Y)],
    ['Holidays', listed(holidays.map(({ on, name }) => `${name} (${holidayText(on)})`))],
  ];
}

/** What changed from one policy to another, by line; null where there was or is none. */
export function policyChanges(
  before: Policy | null,
  after: Policy | null,
): { field: string; before: string | null; after: string | null }[] {
  const [was, is] = [before, after].map((policy) => new Map(policy ? policyLines(policy) : []));
  const fields = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return fields
    .map((field) => ({ field, before: was?.get(field) ?? null, after: is?.get(field) ?? null }))
    .filter((line) => line.before !== line.after);
}
