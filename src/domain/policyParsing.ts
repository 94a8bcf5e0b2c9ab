import type { FieldErrors } from '#contract/error.ts';
import {
  MAX_POLICY_BYTES,
  MAX_POLICY_NAME,
  MAX_POLICY_VERSIONS,
  MAX_WINDOW_DAYS,
  POLICY_AHEAD_DAYS,
} from '#contract/limits.ts';
import { policy as policySchema, type Policy } from '#contract/policy.ts';
import { addDays, formatDay, isDay, toDay, type Day } from './dates.ts';
import { formatRupees, parseAmount } from './money.ts';
import { conform } from './parsing.ts';
import { allowed, invalid, refused, type ParseResult, type Verdict } from './verdict.ts';

/** A policy as it is saved: every field that is wrong has its message, and what contradicts itself has its sentence. */

export interface PolicyInput {
  effectiveFrom: Day;
  policy: Policy;
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Names are compared whatever their case. */
const key = (text: string): string => text.trim().toLowerCase();
const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

function judgeName(name: string, what: string): string | null {
  const text = tidy(name);
  if (text === '') return `Please enter ${what}`;
  if (text.length > MAX_POLICY_NAME) return `At most ${MAX_POLICY_NAME} characters`;
  // oxlint-disable-next-line no-control-regex
  return /[\x00-\x1f\x7f]/.test(text) ? 'This contains characters that cannot be stored' : null;
}

/** Where a name stands again, the first time it does so; -1: nowhere. */
function repeated(names: readonly string[]): number {
  const seen = new Set<string>();
  return names.findIndex((name) => seen.size === seen.add(key(name)).size);
}

/** What the specification's own types are called. */
const OWN_TYPES = ['mobile bill', 'others', 'food', 'conveyance', 'accommodation', 'other'];

/** The amounts, each one that a claim could have. */
function judgeAmounts(policy: Policy, errors: FieldErrors): void {
  const judge = (path: string, amount: number, least: 0 | 1 = 1): void => {
    const parsed = parseAmount(amount, undefined, least);
    if (!parsed.ok) errors[path] = parsed.message;
  };
  if (policy.food.amount !== null) judge('food.amount', policy.food.amount);
  judge('rates.SELF_CAR', policy.rates.SELF_CAR);
  judge('rates.SELF_BIKE', policy.rates.SELF_BIKE);
  judge('largest.amount', policy.largest.amount);
  judge('bill.least', policy.bill.least, 0);
  for (const [at, { amount }] of policy.daily.entries()) judge(`daily.${at}.amount`, amount);
}

function judgeWindow({ reach: { days, yearOpenUntil, yearFrom } }: Policy, errors: FieldErrors): void {
  if (days < 1 || days > MAX_WINDOW_DAYS) errors['reach.days'] = `Days must be from 1 to ${MAX_WINDOW_DAYS}`;
  const isMonth = (month: number): boolean => month >= 1 && month <= 12;
  if (yearOpenUntil !== null && !isMonth(yearOpenUntil)) errors['reach.yearOpenUntil'] = 'Please choose a month';
  if (yearFrom !== undefined && !isMonth(yearFrom)) errors['reach.yearFrom'] = 'Please choose a month';
}

function judgeTypes({ types }: Policy, errors: FieldErrors): void {
  for (const [at, { name }] of types.entries()) {
    const said = judgeName(name, 'the expense type');
    if (said !== null) errors[`types.${at}.name`] = said;
    else if (OWN_TYPES.includes(key(name))) errors[`types.${at}.name`] = `${tidy(name)} is a type already`;
  }
  const again = repeated(types.map(({ name }) => name));
  if (again >= 0) errors[`types.${again}.name`] ??= 'This expense type stands in the list twice';
}

function judgeTiers({ tiers }: Policy, errors: FieldErrors): void {
  for (const tier of ['X', 'Y'] as const) {
    for (const city of tiers[tier]) {
      const said = judgeName(city, 'the city');
      if (said !== null) errors[`tiers.${tier}`] = said;
    }
    const again = tiers[tier][repeated(tiers[tier])];
    if (again !== undefined) errors[`tiers.${tier}`] ??= `${again} stands in the list twice`;
  }
  const first = new Set(tiers.X.map(key));
  const both = tiers.Y.find((city) => first.has(key(city)));
  if (both !== undefined) errors['tiers.Y'] ??= `${both} is in tier X and in tier Y`;
}

function judgeDaily({ daily, tiers, largest }: Policy, errors: FieldErrors): void {
  for (const [at, { grade, tier, amount }] of daily.entries()) {
    const said = grade === null ? null : judgeName(grade, 'the grade');
    if (said !== null) errors[`daily.${at}.grade`] = said;
    if (tier === 'X' || tier === 'Y')
      if (tiers[tier].length === 0) errors[`daily.${at}.tier`] = `No city is in tier ${tier}`;
    if (amount > largest.amount)
      errors[`daily.${at}.amount`] ??= `This is above the largest amount of a claim, ${formatRupees(largest.amount)}`;
  }
  const again = repeated(daily.map(({ what, grade, tier }) => `${what} ${tier ?? '-'} ${grade ?? ''}`));
  if (again >= 0) errors[`daily.${again}.what`] = 'There is a limit for the same grade and tier already';
}

function judgeHolidays({ holidays }: Policy, errors: FieldErrors): void {
  for (const [at, { on, name }] of holidays.entries()) {
    // A leap year has every day that a year may have.
    if (!isDay(on.length === 5 ? `2024-${on}` : on))
      errors[`holidays.${at}.on`] = 'Please enter the day of the holiday';
    const said = judgeName(name, 'the name of the holiday');
    if (said !== null) errors[`holidays.${at}.name`] = said;
  }
  const again = repeated(holidays.map(({ on }) => on));
  if (again >= 0) errors[`holidays.${again}.on`] ??= 'This day stands in the list twice';
}

/** What is wrong with a policy, and what of it contradicts itself, by field. */
export function judgePolicy(policy: Policy): FieldErrors {
  const errors: FieldErrors = {};
  judgeAmounts(policy, errors);
  judgeWindow(policy, errors);
  if (policy.food.amount !== null && policy.food.amount > policy.largest.amount)
    errors['food.amount'] ??= `This is above the largest amount of a claim, ${formatRupees(policy.largest.amount)}`;
  if (policy.bill.least > policy.largest.amount)
    errors['bill.least'] ??= `No claim can be that large: at most ${formatRupees(policy.largest.amount)}`;
  judgeTypes(policy, errors);
  judgeDaily(policy, errors);
  judgeTiers(policy, errors);
  judgeHolidays(policy, errors);
  if (new TextEncoder().encode(JSON.stringify(policy)).length > MAX_POLICY_BYTES)
    errors['policy'] = 'The policy is too long. Please take some cities, types or holidays out';
  return errors;
}

/** The same with every name tidied. */
const tidied = (policy: Policy): Policy => ({
  ...policy,
  types: policy.types.map((type) => ({ ...type, name: tidy(type.name) })),
  daily: policy.daily.map((limit) => ({ ...limit, grade: limit.grade === null ? null : tidy(limit.grade) })),
  tiers: { X: policy.tiers.X.map(tidy), Y: policy.tiers.Y.map(tidy) },
  holidays: policy.holidays.map((holiday) => ({ ...holiday, name: tidy(holiday.name) })),
});

/** Reads a policy by itself, for its preview. */
export function parsePolicyDocument(value: unknown): ParseResult<Policy> {
  const parsed = conform(policySchema, value);
  if ('message' in parsed) return invalid({ policy: 'The policy cannot be read' });
  const errors = judgePolicy(parsed.value);
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value: tidied(parsed.value) };
}

const AHEAD = 'A version cannot start more than two years ahead';
const PAST = 'A version starts today or later';

/** Reads a version as it is saved: it starts today or later (POL-8). */
export function parsePolicy(
  body: unknown,
  { today, timeZone }: { today: Day; timeZone: string },
): ParseResult<PolicyInput> {
  const given = object(body);
  const from = typeof given['effectiveFrom'] === 'number' ? toDay(given['effectiveFrom'], timeZone) : null;
  const policy = parsePolicyDocument(given['policy']);
  const errors: FieldErrors = {};
  if (from === null) errors['effectiveFrom'] = 'Please enter the day from which it counts';
  else if (from < today) errors['effectiveFrom'] = PAST;
  else if (from > addDays(today, POLICY_AHEAD_DAYS)) errors['effectiveFrom'] = AHEAD;
  if (!policy.ok) Object.assign(errors, policy.errors);
  if (from === null || !policy.ok || Object.keys(errors).length > 0) return invalid(errors);
  return { ok: true, value: { effectiveFrom: from, policy: policy.value } };
}

/** May a version be changed or removed? One in effect never is (POL-8). */
export const mayChangeVersion = (from: Day, today: Day): Verdict =>
  from > today ? allowed : refused('CONFLICT', `The version of ${formatDay(from)} is in effect and stays as it is`);

/** May one more version be made, of which so many are told already? */
export const roomForVersion = (told: number): Verdict =>
  told < MAX_POLICY_VERSIONS
    ? allowed
    : refused('CONFLICT', `At most ${MAX_POLICY_VERSIONS} versions can be in effect or to come at a time`);

/** There is one version a day. */
export const sameDay = (from: Day): Verdict =>
  refused('INVALID', `There is a version from ${formatDay(from)} already. Please change that one`);
