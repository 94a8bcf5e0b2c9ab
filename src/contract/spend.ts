import * as z from 'zod/mini';

/** What a team's claims come to. Amounts in rupees: what finance approved, else what the manager did. */
const row = z.object({
  /** First day of a month, YYYY-MM-DD: that of the expense. */
  month: z.string(),
  primaryExpenseType: z.literal([0, 1, 2]),
  /** The type's word: MOBILE_BILL, FOOD, CAB … */
  type: z.string(),
  claims: z.int(),
  amount: z.number(),
});

export const teamSpend = z.object({
  /** The months that are told, oldest first, the present one last. */
  months: z.array(z.string()),
  /** One row a month and type of which there is anything. */
  rows: z.array(row),
});
export type TeamSpend = z.infer<typeof teamSpend>;
