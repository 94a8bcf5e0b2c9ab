import * as z from 'zod/mini';

/** What the home page knows before a list is opened. */

const count = z.int();

/** How many things wait, by queue. A queue that is not this person's is null. */
export const pendingCounts = z.object({
  /** One's own that nobody has decided yet: trips by manager or admin, claims by the manager. */
  own: z.object({ trips: count, travel: count, local: count, conveyance: count }),
  /** For this manager's decision. */
  manager: z.nullable(z.object({ trips: count, travel: count, local: count, conveyance: count })),
  /** For the decision of each manager whom this person stands in for today. */
  standsInFor: z.optional(
    z.array(z.object({ email: z.string(), trips: count, travel: count, local: count, conveyance: count })),
  ),
  /** Approved by a manager and not decided by finance, within the window that finance's tables open with. */
  finance: z.nullable(z.object({ travel: count, local: count, conveyance: count })),
  /** Trips that a manager approved, and cancellations that were asked for. */
  admin: z.nullable(z.object({ trips: count, cancellations: count })),
  /**
   * Claims that finance approved and no batch has, and vouchers that Tally did not take. Answers of before there was
   * Tally have none.
   */
  tally: z.optional(z.nullable(z.object({ toPost: count, failed: count }))),
  /** Enquiries: to be answered, and, answered, to be closed. */
  enquiries: z.object({ toAnswer: count, toClose: count }),
  /** Notifications not read yet. */
  unread: z.optional(count),
});
export type PendingCounts = z.infer<typeof pendingCounts>;

/** Claims and what they add up to, in rupees. */
const sum = z.object({ claims: count, amount: z.number() });
export type OwedSum = z.infer<typeof sum>;

/**
 * What became of one's own claims. `claimed`, `approved` (by finance) and `paid` are of the present month; the others
 * are all there are.
 */
export const owed = z.object({
  /** First day of the month, YYYY-MM-DD. */
  month: z.string(),
  claimed: sum,
  approved: sum,
  paid: sum,
  /** Not decided yet by manager or finance. */
  deciding: sum,
  /** Approved by finance and not paid. */
  unpaid: sum,
});
export type Owed = z.infer<typeof owed>;
