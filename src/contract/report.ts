import * as z from 'zod/mini';

/** Reports for finance: files that the server writes while they are read (FIN-8). */

export const REPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What each format is on the wire. CSV is UTF-8 with a byte order mark, so that Excel reads it as that. */
export const REPORT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * What waits for finance, by the days since the manager approved it: from the first to the last day, both counted;
 * null: and more. Rupees.
 */
const age = z.object({ from: z.int(), to: z.nullable(z.int()), claims: z.int(), amount: z.number() });

/** What finance approved of one type of claims in one month. */
const approved = z.object({
  /** First day of the month in which finance approved it, YYYY-MM-DD. */
  month: z.string(),
  primaryExpenseType: z.literal([0, 1, 2]),
  /** The type's word: MOBILE_BILL, FOOD, CAB … */
  type: z.string(),
  claims: z.int(),
  amount: z.number(),
});

/** What finance approved for the people of one cost centre; '' where a person has none. */
const centre = z.object({ costCentre: z.string(), claims: z.int(), amount: z.number() });

/** A day of one person on which the food claimed comes near the limit of a day. */
const meal = z.object({
  employeeName: z.string(),
  employeeCode: z.string(),
  day: z.string(),
  claims: z.int(),
  amount: z.number(),
  waiting: z.int(),
});

export const financeCharts = z.object({
  ages: z.array(age),
  /** The months that are told, oldest first, the present one last. */
  months: z.array(z.string()),
  approved: z.array(approved),
  /** Those with the largest sums over these months, largest first; what all others come to. */
  centres: z.array(centre),
  otherCentres: z.nullable(z.object({ centres: z.int(), claims: z.int(), amount: z.number() })),
  /**
   * Days with food near the limit of which something waits for finance, the fullest first, and how many such days there
   * are.
   */
  meals: z.array(meal),
  /** Rupees of today's food limit, where that is not the specification's. */
  foodLimit: z.optional(z.number()),
  mealDays: z.int(),
});
export type FinanceCharts = z.infer<typeof financeCharts>;
