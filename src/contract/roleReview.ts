import * as z from 'zod/mini';
import { ROLES } from './enums.ts';
import { moment } from './fields.ts';

/** The monthly look of organisation admins at who has which role (ORG-40). */

/** How many people at work have a role. */
const roleCount = z.object({ role: z.enum(ROLES), people: z.int() });

/** The newest review. `month`: 2026-07; `list` names who has which role now, for who confirms that. */
export const roleReview = z.object({
  month: z.string(),
  startedAt: moment,
  confirmedAt: z.nullable(moment),
  confirmedBy: z.nullable(z.string()),
  roles: z.array(roleCount).check(z.maxLength(ROLES.length)),
  list: z.string(),
});
export type RoleReview = z.infer<typeof roleReview>;

/** What was looked at. */
export const roleReviewBody = z.object({ month: z.string(), list: z.string() });
