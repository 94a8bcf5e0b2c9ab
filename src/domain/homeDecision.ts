import type { RoleFlags } from '#contract/user.ts';
import { caseManagementAddress } from './home.ts';

/**
 * Where the home page sends a person. Apart from what it offers, which the navigation of every page shows.
 */

export type HomeDecision =
  | { go: 'stay' }
  | { go: 'path'; path: '/campaignManagement' | '/not-found' }
  | { go: 'address'; address: string };

const NOT_FOUND: HomeDecision = { go: 'path', path: '/not-found' };

/**
 * A role, or somebody's place, for which home has blocks of its own; a person who has one stays, other flags become
 * buttons.
 */
const hasOffice = (roles: RoleFlags): boolean =>
  roles.isManager ||
  roles.isFinance ||
  roles.isFinanceDocument ||
  roles.isAdmin ||
  roles.isTallyAdmin ||
  roles.isOrgAdmin === true ||
  (roles.standsInFor ?? []).length > 0;

/** Where home sends a person with these flags, if anywhere (HOME-1, HOME-2, HOME-3, HOME-4). */
export function homeFor(roles: RoleFlags): HomeDecision {
  if (hasOffice(roles)) return { go: 'stay' };
  if (roles.isCaseManagement) {
    const address = caseManagementAddress(roles);
    return address === null ? NOT_FOUND : { go: 'address', address };
  }
  if (roles.isCampaign) return roles.isCampaignManager ? { go: 'path', path: '/campaignManagement' } : NOT_FOUND;
  return { go: 'stay' };
}

/**
 * A role lookup that failed: the not-found page, but not offline. There the last known flags decide; a person without
 * any sees what everybody has (HOME-5).
 */
export function homeAfterFailure(offline: boolean, lastKnown: RoleFlags | null): HomeDecision {
  if (!offline) return NOT_FOUND;
  return lastKnown ? homeFor(lastKnown) : { go: 'stay' };
}
