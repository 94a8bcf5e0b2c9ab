import type { RoleFlags } from '#contract/user.ts';

/** Is there anything that this person may have to decide, in whichever role? */
export const decidesAnything = (roles: RoleFlags): boolean =>
  roles.isManager || roles.isFinance || roles.isAdmin || (roles.standsInFor ?? []).length > 0;
