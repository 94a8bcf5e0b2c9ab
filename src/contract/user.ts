import * as z from 'zod/mini';
import { dayMillis } from './fields.ts';

export const roleFlags = z.object({
  isCampaign: z.boolean(),
  isCampaignManager: z.boolean(),
  isCaseManagement: z.boolean(),
  isCaseManagementEnabled: z.boolean(),
  redirectUrl: z.nullable(z.string()),
  isManager: z.boolean(),
  isFinance: z.boolean(),
  isFinanceDocument: z.boolean(),
  isAdmin: z.boolean(),
  isTallyAdmin: z.boolean(),
  /** Puts people into the directory and sets what the organisation may set; absent from servers before it. */
  isOrgAdmin: z.optional(z.boolean()),
  /** Managers for whom this person stands in today (ACC-18). Answers of before there were stand-ins have none. */
  standsInFor: z.optional(z.array(z.object({ email: z.string(), name: z.string() }))),
});
export type RoleFlags = z.infer<typeof roleFlags>;

export const person = z.object({ name: z.string(), email: z.string(), employeeCode: z.string() });
export type Person = z.infer<typeof person>;

/** The day back to which somebody may claim beyond the 90 days; null for none. `version` counts its changes. */
export const personDate = z.object({ ...person.shape, date: z.nullable(dayMillis), version: z.int() });
export type PersonDate = z.infer<typeof personDate>;
export const personDateBody = z.object({
  email: z.string({ error: 'Please choose a person' }),
  date: z.nullable(z.int({ error: 'Please enter exceptional date' })),
});

/** Both are e-mails. */
export const managerBody = z.object({
  email: z.string({ error: 'Please enter whose manager changes' }),
  manager: z.string({ error: 'Please enter the new manager' }),
});
/** Who it is by now, and how many pending requests moved along. */
export const managerChange = z.object({ email: z.string(), manager: z.string(), claims: z.int(), trips: z.int() });
export type ManagerChange = z.infer<typeof managerChange>;
