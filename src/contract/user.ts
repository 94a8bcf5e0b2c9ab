import * as z from 'zod/mini';

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
});
export type RoleFlags = z.infer<typeof roleFlags>;

export const person = z.object({ name: z.string(), email: z.string(), employeeCode: z.string() });
export type Person = z.infer<typeof person>;
