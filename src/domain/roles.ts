import type { Role } from '#contract/enums.ts';

/** How roles are called. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  manager: 'Manager',
  finance: 'Finance',
  financeDocument: 'Finance documents',
  admin: 'Travel admin',
  tallyAdmin: 'Tally admin',
  orgAdmin: 'Organisation admin',
  campaign: 'Campaigns',
  campaignManager: 'Campaign manager',
  caseManagement: 'Case management',
};
