import type { PERSON_STATUSES, Role } from '#contract/enums.ts';

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

/** What is said of somebody who may sign in, and of somebody who left. */
export const PERSON_STATUS_WORDS: Readonly<Record<(typeof PERSON_STATUSES)[number], string>> = {
  ACTIVE: 'At work',
  LEFT: 'Left',
};
