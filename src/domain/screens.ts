import type { RoleFlags } from '#contract/user.ts';

/** Screens of a role: anyone who lacks it is led to /not-found (ACC-16). Everything else is for everybody. */
const SCREENS: readonly (readonly [path: RegExp, may: (roles: RoleFlags) => boolean])[] = [
  [/^\/approve-(?:travel-request|travel-expense|local)(?:\/|$)/, (roles) => roles.isManager],
  [/^\/(?:view-travel-expense|view-local|downloadReport)(?:\/|$)/, (roles) => roles.isFinance],
  [/^\/(?:view-travel-request|home\/exceptional-dates)(?:\/|$)/, (roles) => roles.isAdmin],
  [
    /^\/(?:people\/(?:import|provisioning)|organisation|integrations|policy|audit|retention)(?:\/|$)/,
    (roles) => roles.isOrgAdmin === true,
  ],
  [/^\/people(?:\/|$)/, (roles) => roles.isOrgAdmin === true || roles.isManager],
  [/^\/home\/upload-document(?:\/|$)/, (roles) => roles.isFinanceDocument],
  [
    /^\/(?:view-tally-service|tally-data|tally-detail-service|home\/tally-ledgers)(?:\/|$)/,
    (roles) => roles.isFinanceDocument || roles.isTallyAdmin,
  ],
  [
    /^\/(?:campaign(?:Management|-analytics|-overall-analytics)?|(?:edit|create|rerun)Campaign)(?:\/|$)/,
    (roles) => roles.isCampaign && roles.isCampaignManager,
  ],
  [/^\/caseManagement(?:\/|$)/, (roles) => roles.isCaseManagement],
];

/**
 * Screens of a manager's queue; a stand-in has no role of one's own, and comes to them with the manager's e-mail in the
 * address.
 */
const QUEUES = SCREENS[0]?.[0];

/**
 * Whose queue this path leads to for somebody who has none of the own: the first one they stand in for; null where that
 * is not so (DEL-11).
 */
export const queueOnBehalfOf = (path: string, roles: RoleFlags): string | null =>
  !roles.isManager && QUEUES?.test(path) === true ? (roles.standsInFor?.[0]?.email ?? null) : null;

/** May somebody with these roles open this path (ACC-16)? The server judges every call by itself all the same. */
export const mayOpen = (path: string, roles: RoleFlags): boolean =>
  SCREENS.every(([screen, may]) => !screen.test(path) || may(roles));
