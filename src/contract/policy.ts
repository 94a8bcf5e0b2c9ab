import * as z from 'zod/mini';
import { CITY_TIERS, DAILY_LIMITS, LOCAL_EXPENSE_TYPES, POLICY_ACTIONS, TRAVEL_EXPENSE_TYPES } from './enums.ts';
import { dayMillis, moment, rupees } from './fields.ts';
import {
  MAX_DAILY_LIMITS,
  MAX_FURTHER_TYPES,
  MAX_POLICY_HOLIDAYS,
  MAX_POLICY_VERSIONS,
  MAX_TIER_CITIES,
} from './limits.ts';

/** The expense policy: one document with a date of effect (POL-1). */

const action = z.enum(POLICY_ACTIONS);

/** What an organisation lets its people claim. Amounts are rupees. */
export const policy = z.object({
  /** The food of one person and day; null: no limit. */
  food: z.object({ amount: z.nullable(rupees), over: action }),
  /**
   * How many days back a claim may lie. Local expenses of the last financial year are taken to the end of the month
   * `yearOpenUntil` (6: June); null: whatever the financial year. `yearFrom`: the month that the year starts in;
   * absent: April.
   */
  reach: z.object({
    days: z.int(),
    over: action,
    yearOpenUntil: z.nullable(z.int()),
    yearFrom: z.optional(z.int()),
  }),
  /** A kilometre in one's own vehicle. */
  rates: z.object({ SELF_CAR: rupees, SELF_BIKE: rupees }),
  largest: z.object({ amount: rupees, over: action }),
  /** From this amount on a claim needs a bill; 0: every claim does. */
  bill: z.object({ least: rupees, without: action }),
  /** Further types by their names; each counts as the specification's type `as` in filters, limits and ledgers. */
  types: z
    .array(z.object({ name: z.string(), as: z.enum([...LOCAL_EXPENSE_TYPES, ...TRAVEL_EXPENSE_TYPES]) }))
    .check(z.maxLength(MAX_FURTHER_TYPES)),
  /** Limits of a day by grade and by the tier of the city travelled to; null: of all. */
  daily: z
    .array(
      z.object({
        what: z.enum(DAILY_LIMITS),
        grade: z.nullable(z.string()),
        tier: z.nullable(z.enum(CITY_TIERS)),
        amount: rupees,
        over: action,
      }),
    )
    .check(z.maxLength(MAX_DAILY_LIMITS)),
  /** All other cities are Z. */
  tiers: z.object({
    X: z.array(z.string()).check(z.maxLength(MAX_TIER_CITIES)),
    Y: z.array(z.string()).check(z.maxLength(MAX_TIER_CITIES)),
  }),
  /** `on`: MM-DD every year, YYYY-MM-DD in one. */
  holidays: z.array(z.object({ on: z.string(), name: z.string() })).check(z.maxLength(MAX_POLICY_HOLIDAYS)),
});
export type Policy = z.infer<typeof policy>;
export type PolicyAction = Policy['food']['over'];

/** A policy and the day from which it counts, written YYYY-MM-DD. */
const policyVersion = z.object({
  policyId: z.string(),
  effectiveFrom: z.string(),
  policy,
  /** When it was made: what was saved on a device before is judged by the versions of that time. */
  madeAt: moment,
  updatedAt: moment,
});
export type PolicyVersion = z.infer<typeof policyVersion>;

/**
 * The versions that a phone may need, the earliest first: those in effect since the earliest day that may be claimed,
 * and those to come. `version` counts every change of any of them; `grade` is the reader's.
 */
export const policies = z.object({
  version: z.int(),
  grade: z.string(),
  versions: z.array(policyVersion).check(z.maxLength(MAX_POLICY_VERSIONS)),
});
export type Policies = z.infer<typeof policies>;

/** A version as an organisation admin saves it. */
export const policyBody = z.object({ effectiveFrom: dayMillis, policy });

const counts = z.object({ claims: z.int(), refused: z.int(), warned: z.int() });
export type PolicyCounts = z.infer<typeof counts>;

/** What a policy would have made of the claims from one day to another, by kind. */
export const policyPreview = z.object({
  from: dayMillis,
  to: dayMillis,
  local: counts,
  travel: counts,
  conveyance: counts,
});
export type PolicyPreview = z.infer<typeof policyPreview>;
