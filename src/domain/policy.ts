import type { CityTier, DailyLimit } from '#contract/enums.ts';
import type { Policy, PolicyAction } from '#contract/policy.ts';
import { addDays, formatDay, laterOf, localExpenseYearStart, type Day } from './dates.ts';
import { formatRupees, parseAmount, toPaise, type AmountReading } from './money.ts';
import { FIRST_DAY, policyOn, yearFromOf, type DatedPolicy } from './policyVersions.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/** What the limits of the expense policy say of a claim. Its versions and their days: policyVersions.ts. */

/** A limit that a claim is beyond: its field, whether that refuses it, and what is said. */
export interface Finding {
  field: 'expenseDate' | 'claimAmount' | 'billUrl';
  over: PolicyAction;
  message: string;
}

/** What a finding means for the one who claims: a warning lets it pass (POL-2). */
export const verdictOf = (finding: Finding | null): Verdict =>
  finding?.over === 'REFUSE' ? refused('INVALID', finding.message) : allowed;

/** The largest amount of a claim. Paise. */
export function overLargest({ largest: { amount, over } }: Policy, paise: number): Finding | null {
  if (paise <= toPaise(amount)) return null;
  return { field: 'claimAmount', over, message: `Amount cannot be more than ${formatRupees(amount)}` };
}

/** Reads the amount of a claim: what every amount must be (AMT-1 to AMT-7), and within the policy's largest. */
export function parseClaimAmount(value: unknown, policy: Policy): AmountReading {
  const amount = parseAmount(value);
  if (!amount.ok) return amount;
  const verdict = verdictOf(overLargest(policy, amount.paise));
  return verdict.ok ? amount : { ok: false, message: verdict.message };
}

/** A claim of this amount without a bill; `message` is its form's. Paise; null: not known, as if it were any amount. */
export function billMissing(
  { bill: { least, without } }: Policy,
  paise: number | null,
  message: string,
): Finding | null {
  return paise !== null && paise < toPaise(least) ? null : { field: 'billUrl', over: without, message };
}

/** Who travels where: what the limits of a day go by. */
export interface TravellerPlace {
  grade?: string | null | undefined;
  city?: string | null | undefined;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The tier of a city: Z where no list names it. */
const tierOf = ({ tiers }: Policy, city: string): CityTier =>
  (['X', 'Y'] as const).find((tier) => tiers[tier].some((each) => same(each, city))) ?? 'Z';

/** What one person may claim of a day, in rupees. */
export interface DayLimit {
  amount: number;
  over: PolicyAction;
}

/**
 * The limit of a day for this traveller (POL-6): of the limits that fit, the one that says most of them, a grade before
 * a tier; food has its general one besides. Null: none.
 */
export function dayLimit(policy: Policy, what: DailyLimit, { grade, city }: TravellerPlace): DayLimit | null {
  let best: DayLimit | null = null;
  let rank = -1;
  const tier = city ? tierOf(policy, city) : null;
  for (const limit of policy.daily) {
    if (limit.what !== what || (limit.tier !== null && limit.tier !== tier)) continue;
    if (limit.grade !== null && !(grade && same(limit.grade, grade))) continue;
    const says = (limit.grade === null ? 0 : 2) + (limit.tier === null ? 0 : 1);
    if (says > rank) [best, rank] = [limit, says];
  }
  if (best !== null || what !== 'FOOD') return best && { amount: best.amount, over: best.over };
  const { amount, over } = policy.food;
  return amount === null ? null : { amount, over };
}

const isLimited = (type: unknown): type is DailyLimit => type === 'FOOD' || type === 'ACCOMMODATION';

/** The limit of a day that claims of this type have, if they have one. */
export const limitOfType = (policy: Policy, type: unknown, place: TravellerPlace): DayLimit | null =>
  isLimited(type) ? dayLimit(policy, type, place) : null;

/** A travel claim beyond the limit of its day, with what is claimed besides for that day (FOOD-1, FOOD-2, POL-6). */
export function overDay(
  policy: Policy,
  type: unknown,
  paise: number,
  otherPaise: number,
  place: TravellerPlace,
): Finding | null {
  const limit = limitOfType(policy, type, place);
  if (limit === null || paise + otherPaise <= toPaise(limit.amount)) return null;
  const message =
    type === 'FOOD'
      ? `Food claim amount is more then ${limit.amount}`
      : `Accommodation claim amount is more than ${limit.amount} a day`;
  return { field: 'claimAmount', over: limit.over, message };
}

/** The start of the year before which no local expense may lie on that day; where any year may, the first of days. */
const yearStart = (policy: Policy, today: Day): Day =>
  policy.reach.yearOpenUntil === null
    ? FIRST_DAY
    : localExpenseYearStart(today, policy.reach.yearOpenUntil, yearFromOf(policy));

/** A local expense older than it may be, on the day it is saved (LOC-7, LOC-8). */
export function outsideLocalWindow(policy: Policy, day: Day, today: Day): Finding | null {
  const { days, over } = policy.reach;
  const start = yearStart(policy, today);
  const said = (message: string): Finding => ({ field: 'expenseDate', over, message });
  if (day < start) return said(`Expense date cannot be before ${formatDay(start)}`);
  return day < addDays(today, -days) ? said(`Expense date cannot be more than ${days} days ago`) : null;
}

/** A travel claim older than it may be; a day from the exceptional date on is good, however old (TRV-2, EXC-1). */
export function outsideTravelWindow(policy: Policy, day: Day, today: Day, exceptional: Day | null): Finding | null {
  const { days, over } = policy.reach;
  if (day >= addDays(today, -days) || (exceptional !== null && day >= exceptional)) return null;
  return { field: 'expenseDate', over, message: 'Validity expired!' };
}

/** The earliest day that a form offers for a local expense: any where an older one is warned of and not refused. */
export function localEarliest(policy: Policy, today: Day): Day {
  const { days, over } = policy.reach;
  return over === 'WARN' ? FIRST_DAY : laterOf(addDays(today, -days), yearStart(policy, today));
}

/** The name of the policy's holiday on that day; null on any other (MGR-31). */
export const holidayOf = ({ holidays }: Policy, day: Day): string | null =>
  holidays.find(({ on }) => on === day || on === day.slice(5))?.name ?? null;

/** A claim of any kind as the policy looks at it, once it has been read. */
export interface JudgedClaim extends TravellerPlace {
  kind: 'local' | 'travel' | 'conveyance';
  type: string;
  day: Day;
  paise: number;
  bills: number;
  /** Claimed besides for that day by the same person, of the same type. Paise. */
  otherPaise?: number;
  /** The day it was saved, for its owner's window; absent: that is not looked at. */
  savedDay?: Day | undefined;
  exceptional?: Day | null | undefined;
  /** Its amount is computed, so that no bill is asked for. */
  computed?: boolean;
}

const NO_BILL_SAID = 'There is no bill';

/** Every limit that a claim is beyond: what refuses it, and what warns (POL-2). */
export function policyFindings(claim: JudgedClaim, versions: readonly DatedPolicy[]): Finding[] {
  const { kind, type, day, paise, savedDay } = claim;
  const policy = policyOn(versions, day);
  const window = (): Finding | null => {
    if (savedDay === undefined || kind === 'conveyance') return null;
    const then = policyOn(versions, savedDay);
    return kind === 'local'
      ? outsideLocalWindow(then, day, savedDay)
      : outsideTravelWindow(then, day, savedDay, claim.exceptional ?? null);
  };
  return [
    window(),
    overLargest(policy, paise),
    kind === 'travel' ? overDay(policy, type, paise, claim.otherPaise ?? 0, claim) : null,
    claim.bills > 0 || claim.computed ? null : billMissing(policy, paise, NO_BILL_SAID),
  ].filter((finding) => finding !== null);
}

/** What the claimant, and who decides, is warned of: limits that do not refuse (POL-2). */
export function policyWarning(claim: JudgedClaim, versions: readonly DatedPolicy[]): string | null {
  const said = policyFindings(claim, versions).filter(({ over }) => over === 'WARN');
  return said.length === 0 ? null : `${said.map(({ message }) => message).join('. ')}.`;
}
