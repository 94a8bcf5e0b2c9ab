import { FOOD_LIMIT_RUPEES, MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import type { ClaimSignals } from '#contract/expense.ts';
import { SAME_BILL, type Duplicate, type SameBill } from '#contract/fields.ts';
import { compare, dayOf, daysBetween, formatDay, isWeekend } from './dates.ts';
import { holidayOn } from './holidays.ts';
import { formatRupees, toPaise, toRupees } from './money.ts';
import { sameWaySign, sameWayText } from './sameWay.ts';
import { lateText } from './saved.ts';

/**
 * What an approver should look at twice, with the reason; nothing here refuses anything (MGR-15, MGR-26).
 */

export const WARNING_KINDS = [
  'sameBill',
  'sameInvoice',
  'sameNumber',
  'samePayment',
  'samePaper',
  'route',
  'policy',
  'food',
  'trip',
  'amount',
  'holiday',
  'weekend',
  'late',
] as const;
type WarningKind = (typeof WARNING_KINDS)[number];

export interface Warning {
  kind: WarningKind;
  /** In two or three words, for a card. */
  sign: string;
  /** A message that says why. */
  reason: string;
  /** More than a hint. */
  grave: boolean;
}

/**
 * A claim of any kind, as far as warnings look at it. Amounts are rupees, days any moment of theirs in epoch
 * milliseconds.
 */
export interface WatchedClaim {
  day: number;
  claimAmount: number;
  duplicateOf?: readonly Duplicate[] | undefined;
  /** How many there are, where more than are listed; past MAX_COUNTED_INSIDE there may be more of them. */
  duplicates?: number | undefined;
  /** How many of them are not of the same file. */
  duplicatesBy?: Partial<Record<SameBill, number>> | undefined;
  facts?: ClaimSignals | undefined;
  /** What the policy warned its owner of. */
  policyWarning?: string | undefined;
  isFood?: boolean;
  trip?: { startDate: number; endDate: number } | undefined;
  /** When it was saved on a phone, and when it arrived. */
  savedAt?: number | undefined;
  createdAt?: number | undefined;
}

/** This share of a day's food is near the limit, in hundredths. */
const NEAR_LIMIT = 90;
/** Days beside a trip that a claim may be before it is far from it. */
const FAR_DAYS = 7;
/**
 * An amount is far above the usual when it is this many times as much and this much more (rupees), and there are enough
 * to compare with.
 */
export const UNUSUAL = { times: 2, more: 200, atLeast: 3 } as const;
const NAMED = 3;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What is the same, the strongest first. */
const SAME: readonly { as: SameBill | undefined; kind: WarningKind; sign: string; what?: string }[] = [
  { as: undefined, kind: 'sameBill', sign: 'Same bill used before', what: 'bill' },
  { as: 'invoice', kind: 'sameInvoice', sign: 'Same e-invoice used before', what: 'e-invoice' },
  { as: 'number', kind: 'sameNumber', sign: 'Same bill number used before', what: 'bill number of the same seller' },
  { as: 'payment', kind: 'samePayment', sign: 'Same UPI payment used before', what: 'UPI payment' },
  { as: 'paper', kind: 'samePaper', sign: 'Looks like a bill used before' },
];

/** Whose claims these are and of when, as far as this approver may know; the rest is counted. */
function claimsNamed(listed: readonly Duplicate[], count: number, least: string, timeZone: string): string {
  const named = listed.filter(({ id, employeeName }) => id !== undefined || employeeName !== undefined).slice(0, NAMED);
  const words = named.map(({ id, employeeName, expenseDate }) =>
    [employeeName, expenseDate === undefined ? '' : formatDay(dayOf(expenseDate, timeZone)), id]
      .filter(Boolean)
      .join(', '),
  );
  const more = count - named.length;
  if (more <= 0) return words.join('; ');
  if (named.length > 0) return [...words, `${least}${more} more`].join('; ');
  const others = more === 1 ? 'another claim' : `${least}${more} other claims`;
  // Those that may be seen are listed first.
  return listed.length > 0 ? `${others} that you cannot see` : others;
}

/** Other claims with the same bill, a warning for each thing that is the same (DOC-8, DOC-21); what is likely and not
 * sure is a hint (DOC-23). */
function sameBill(claim: WatchedClaim, timeZone: string): Warning[] {
  const { duplicateOf = [], duplicates = 0, duplicatesBy = {} } = claim;
  const least = duplicates > MAX_COUNTED_INSIDE ? 'at least ' : '';
  const known = SAME_BILL.reduce((sum, as) => sum + (duplicatesBy[as] ?? 0), 0);
  return SAME.flatMap(({ as, kind, sign, what }) => {
    const listed = duplicateOf.filter(({ same }) => same === as);
    const count = Math.max(listed.length, (as === undefined ? duplicates - known : duplicatesBy[as]) ?? 0);
    if (duplicateOf.length === 0 || count === 0) return [];
    const says = what === undefined ? 'Looks like the bill of' : `Same ${what} used before:`;
    const reason = `${says} ${claimsNamed(listed, count, least, timeZone)}.`;
    return [{ kind, sign, reason, grave: what !== undefined }];
  });
}

/** Conveyance of a day that another claim may pay for as well (DOC-25). */
function twiceOnTheWay({ facts }: WatchedClaim): Warning[] {
  const other = facts?.otherConveyance;
  if (!other) return [];
  const { amount, of } = other;
  const sameRoute = facts.sameRoute === true;
  const least = of > MAX_COUNTED_INSIDE ? 'at least ' : '';
  const reason = sameWayText({ paise: toPaise(amount), of, sameRoute }, least);
  return [{ kind: 'route', sign: sameWaySign(sameRoute), reason, grave: false }];
}

/** What a person ate on a day, against what may be claimed for it (FOOD-1, FOOD-2). */
function food({ isFood = false, claimAmount, facts }: WatchedClaim): Warning[] {
  if (!isFood) return [];
  const paise = toPaise(claimAmount) + toPaise(facts?.otherFood ?? 0);
  const rupees = facts?.policy ? facts.policy.foodLimit : FOOD_LIMIT_RUPEES;
  if (rupees === null) return [];
  const limit = toPaise(rupees);
  if (paise * 100 < limit * NEAR_LIMIT) return [];
  const over = paise > limit;
  const sum = `Food claims on this day add up to ${formatRupees(toRupees(paise))}`;
  const most = formatRupees(rupees);
  const reason = over
    ? `${sum}, over the limit of ${most}.`
    : paise === limit
      ? `${sum}, which is the limit.`
      : `${sum} of ${most}.`;
  return [{ kind: 'food', sign: over ? 'Over the food limit' : 'Near the food limit', reason, grave: over }];
}

function besideTrip({ day, trip }: WatchedClaim, timeZone: string): Warning[] {
  if (!trip) return [];
  const [on, start, end] = [dayOf(day, timeZone), dayOf(trip.startDate, timeZone), dayOf(trip.endDate, timeZone)];
  const [days, side] =
    compare(on, start) < 0
      ? [daysBetween(on, start), 'before']
      : compare(on, end) > 0
        ? [daysBetween(end, on), 'after']
        : [0, ''];
  if (days === 0) return [];
  const far = days > FAR_DAYS;
  const dates = start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
  return [
    {
      kind: 'trip',
      sign: far ? 'Far from the trip' : 'Outside the trip',
      reason: `${formatDay(on)} is ${counted(days, 'day', 'days')} ${side} the trip (${dates}).`,
      grave: far,
    },
  ];
}

function unusual({ claimAmount, facts }: WatchedClaim): Warning[] {
  const usual = facts?.usual;
  if (!usual || usual.of < UNUSUAL.atLeast) return [];
  const [paise, middle] = [toPaise(claimAmount), toPaise(usual.amount)];
  if (paise < middle * UNUSUAL.times || paise - middle < toPaise(UNUSUAL.more)) return [];
  return [
    {
      kind: 'amount',
      sign: 'Above the usual',
      reason:
        `${formatRupees(claimAmount)} is far above the usual: the last ${usual.of} approved of this type were ` +
        `about ${formatRupees(usual.amount)}.`,
      grave: false,
    },
  ];
}

function dayOff({ day, facts }: WatchedClaim, timeZone: string): Warning[] {
  const on = dayOf(day, timeZone);
  const holiday = facts?.policy ? facts.policy.holiday : holidayOn(on);
  if (holiday) return [{ kind: 'holiday', sign: 'Holiday', reason: `${formatDay(on)} is ${holiday}.`, grave: false }];
  return isWeekend(on)
    ? [{ kind: 'weekend', sign: 'Weekend', reason: `${formatDay(on)} is a weekend.`, grave: false }]
    : [];
}

/** Saved on a phone more than a day before it arrived: its dates were judged for that day (MGR-33, TM-2). */
function late({ savedAt, createdAt }: WatchedClaim, timeZone: string): Warning[] {
  const reason = createdAt === undefined ? null : lateText({ savedAt, createdAt }, timeZone);
  return reason === null ? [] : [{ kind: 'late', sign: 'Saved days before', reason, grave: false }];
}

/** Limits of the policy that the claim is beyond and that do not refuse it (POL-2). */
const beyondPolicy = ({ policyWarning }: WatchedClaim): Warning[] =>
  policyWarning === undefined
    ? []
    : [{ kind: 'policy', sign: 'Beyond the policy', reason: policyWarning, grave: true }];

/** What looks odd about a claim, the gravest first; nothing when nothing does. What is not known warns of nothing. */
export function claimWarnings(claim: WatchedClaim, timeZone: string): Warning[] {
  const found = [
    ...sameBill(claim, timeZone),
    ...twiceOnTheWay(claim),
    ...beyondPolicy(claim),
    ...food(claim),
    ...besideTrip(claim, timeZone),
    ...unusual(claim),
    ...dayOff(claim, timeZone),
    ...late(claim, timeZone),
  ];
  return [...found.filter(({ grave }) => grave), ...found.filter(({ grave }) => !grave)];
}
