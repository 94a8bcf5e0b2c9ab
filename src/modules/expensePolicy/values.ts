import { CITY_TIERS, DAILY_LIMITS } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { Policy } from '#contract/policy.ts';
import { formatDay, isDay, millisOfDay, parseTypedDay, type Day } from '#domain/dates.ts';
import { groupTyped, parseAmount, toRupees, ungroup } from '#domain/money.ts';
import { yearFromOf } from '#domain/policyVersions.ts';
import { parsePolicy, type PolicyInput } from '#domain/policyParsing.ts';
import { invalid, type ParseResult } from '#domain/verdict.ts';

/** One line of a list on the form, its cells by name, as typed. */
export type Row = Readonly<Record<string, string>>;

/** A policy as it is typed: all texts, and rows of texts. */
export interface PolicyValues {
  effectiveFrom: string;
  foodAmount: string;
  foodOver: string;
  reachDays: string;
  reachOver: string;
  yearOpenUntil: string;
  yearFrom: string;
  rateCar: string;
  rateBike: string;
  largestAmount: string;
  largestOver: string;
  billLeast: string;
  billWithout: string;
  types: readonly Row[];
  daily: readonly Row[];
  tiersX: string;
  tiersY: string;
  holidays: readonly Row[];
}

/** Where the last financial year never closes. */
export const ANY_YEAR = 'any';
/** Of every grade, and every tier. */
export const ALL = 'all';

const amountText = (rupees: number | null): string => (rupees === null ? '' : groupTyped(String(rupees)));
const EVERY_YEAR = /^(\d{1,2})[-./](\d{1,2})$/;

/** '15-08' for a day of every year, '21-10-2027' for a day of one. */
const holidayText = (on: string): string => (on.length > 5 ? formatDay(on) : `${on.slice(3)}-${on.slice(0, 2)}`);
function holidayOf(text: string): string {
  const every = EVERY_YEAR.exec(text.trim());
  if (every) return `${every[2]?.padStart(2, '0')}-${every[1]?.padStart(2, '0')}`;
  return parseTypedDay(text) ?? '';
}

/** What the form starts with: a policy, and the day from which the next one counts. */
export function valuesOf(policy: Policy, effectiveFrom: Day): PolicyValues {
  const { food, reach, rates, largest, bill } = policy;
  return {
    effectiveFrom,
    foodAmount: amountText(food.amount),
    foodOver: food.over,
    reachDays: String(reach.days),
    reachOver: reach.over,
    yearOpenUntil: reach.yearOpenUntil === null ? ANY_YEAR : String(reach.yearOpenUntil),
    yearFrom: String(yearFromOf(policy)),
    rateCar: amountText(rates.SELF_CAR),
    rateBike: amountText(rates.SELF_BIKE),
    largestAmount: amountText(largest.amount),
    largestOver: largest.over,
    billLeast: amountText(bill.least),
    billWithout: bill.without,
    types: policy.types.map(({ name, as }) => ({ name, as })),
    daily: policy.daily.map(({ what, grade, tier, amount, over }) => ({
      what,
      grade: grade ?? '',
      tier: tier ?? ALL,
      amount: amountText(amount),
      over,
    })),
    tiersX: policy.tiers.X.join(', '),
    tiersY: policy.tiers.Y.join(', '),
    holidays: policy.holidays.map(({ on, name }) => ({ on: holidayText(on), name })),
  };
}

const citiesOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((city) => city.trim())
    .filter((city) => city !== '');

/** Rupees as typed; what is no amount is said at `field`, and judged as the least there is. */
function amountOf(text: string, field: string, errors: FieldErrors, least: 0 | 1 = 1): number {
  const parsed = parseAmount(ungroup(text), 'Please enter the amount', least);
  if (parsed.ok) return toRupees(parsed.paise);
  errors[field] ??= parsed.message;
  return 0.01;
}

const oneOf = <const T extends string>(all: readonly T[], text: string | undefined): T | null =>
  all.find((each) => each === text) ?? null;
const action = (text: string | undefined): 'REFUSE' | 'WARN' => (text === 'WARN' ? 'WARN' : 'REFUSE');
const wholeNumber = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0);
const rowField = (list: string, at: number): string => `${list}.${at}`;

function policyOf(values: PolicyValues, errors: FieldErrors): Policy {
  const { foodAmount, yearOpenUntil } = values;
  const amount = foodAmount.trim() === '' ? null : amountOf(foodAmount, 'foodAmount', errors);
  return {
    food: { amount, over: action(values.foodOver) },
    reach: {
      days: wholeNumber(values.reachDays),
      over: action(values.reachOver),
      yearOpenUntil: yearOpenUntil === ANY_YEAR ? null : wholeNumber(yearOpenUntil),
      yearFrom: wholeNumber(values.yearFrom),
    },
    rates: {
      SELF_CAR: amountOf(values.rateCar, 'rateCar', errors),
      SELF_BIKE: amountOf(values.rateBike, 'rateBike', errors),
    },
    largest: {
      amount: amountOf(values.largestAmount, 'largestAmount', errors),
      over: action(values.largestOver),
    },
    bill: { least: amountOf(values.billLeast, 'billLeast', errors, 0), without: action(values.billWithout) },
    types: values.types.map(({ name = '', as }) => ({ name, as: as as Policy['types'][number]['as'] })),
    daily: values.daily.map((row, at) => ({
      what: oneOf(DAILY_LIMITS, row['what']) ?? 'FOOD',
      grade: row['grade']?.trim() ? row['grade'] : null,
      tier: oneOf(CITY_TIERS, row['tier']),
      amount: amountOf(row['amount'] ?? '', rowField('daily', at), errors),
      over: action(row['over']),
    })),
    tiers: { X: citiesOf(values.tiersX), Y: citiesOf(values.tiersY) },
    holidays: values.holidays.map(({ on = '', name = '' }) => ({ on: holidayOf(on), name })),
  };
}

/** What the domain calls a field, and where the form has it. */
const FIELDS: Readonly<Record<string, keyof PolicyValues>> = {
  effectiveFrom: 'effectiveFrom',
  policy: 'effectiveFrom',
  'food.amount': 'foodAmount',
  'reach.days': 'reachDays',
  'reach.yearOpenUntil': 'yearOpenUntil',
  'reach.yearFrom': 'yearFrom',
  'rates.SELF_CAR': 'rateCar',
  'rates.SELF_BIKE': 'rateBike',
  'largest.amount': 'largestAmount',
  'bill.least': 'billLeast',
  'tiers.X': 'tiersX',
  'tiers.Y': 'tiersY',
};

/** The messages by the form's own fields; a list says in which line what is wrong. */
export function formErrors(errors: FieldErrors): FieldErrors {
  const said: FieldErrors = {};
  for (const [field, message] of Object.entries(errors)) {
    const [list = '', at] = field.split('.');
    const line = /^\d+$/.test(at ?? '') ? `Line ${Number(at) + 1}: ${message}` : null;
    const name = line === null ? (FIELDS[field] ?? field) : list;
    said[name] ??= line ?? message;
  }
  return said;
}

/** What is sent, as far as it can be: of a form that is whole. */
export const bodyOf = ({ effectiveFrom, policy }: PolicyInput, timeZone: string) => ({
  effectiveFrom: millisOfDay(effectiveFrom, timeZone),
  policy,
});

/** Judges the form by the rules of the server. */
export function parseValues(values: PolicyValues, context: { today: Day; timeZone: string }): ParseResult<PolicyInput> {
  const { effectiveFrom } = values;
  const typed: FieldErrors = {};
  const policy = policyOf(values, typed);
  const from = isDay(effectiveFrom) ? millisOfDay(effectiveFrom, context.timeZone) : undefined;
  const parsed = parsePolicy({ effectiveFrom: from, policy }, context);
  if (parsed.ok && Object.keys(typed).length === 0) return parsed;
  // What was typed wrong is said before what follows from it.
  return invalid({ ...(parsed.ok ? {} : formErrors(parsed.errors)), ...formErrors(typed) });
}
