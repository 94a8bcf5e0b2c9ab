import type { Role } from '#contract/enums.ts';
import { MESSAGES } from '#contract/error.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/**
 * Who may see whom. Facts come in, a verdict goes out; where the facts are found is the server's business. Roles are
 * flags that add up; everybody is an employee (ACC-1).
 */
export interface Viewer {
  id: string;
  roles: readonly Role[];
  /** Managers whose stand-in this person is today. */
  standsInFor?: readonly string[];
}

const has = (viewer: Viewer, role: Role): boolean => viewer.roles.includes(role);
const forbidden = refused('FORBIDDEN', MESSAGES.forbidden);
const verdict = (may: boolean): Verdict => (may ? allowed : forbidden);

/** Is the viewer, as a manager, in a line of managers? */
const inLine = (viewer: Viewer, line: readonly string[]): boolean => has(viewer, 'manager') && line.includes(viewer.id);

/**
 * A stand-in has that manager's queue and nothing more of the manager's: the records of that manager, not everything
 * below (ACC-3, DEL-10).
 */
const standsInFor = (viewer: Viewer, managerId: string | null): boolean =>
  managerId !== null && (viewer.standsInFor ?? []).includes(managerId);

/** Has queues to decide: the own one, or somebody's whose stand-in one is today. */
export const isApprover = (viewer: Viewer): boolean => has(viewer, 'manager') || (viewer.standsInFor ?? []).length > 0;

export interface ClaimOwnership {
  ownerId: string;
  /** The manager on record. */
  managerId: string | null;
  managerApproved: boolean;
}

/**
 * May the viewer see a claim? Its owner (ACC-1); the manager on record and the managers above its owner (ACC-2);
 * finance once a manager approved it (ACC-4). `lineAbove`: the ids of the owner's manager, that one's manager, and so
 * on. A claim one may not see answers as if it were not there.
 */
export function claimVisibility(viewer: Viewer, claim: ClaimOwnership, lineAbove: readonly string[]): boolean {
  if (viewer.id === claim.ownerId) return true;
  const line = claim.managerId === null ? lineAbove : [claim.managerId, ...lineAbove];
  return (
    inLine(viewer, line) || standsInFor(viewer, claim.managerId) || (has(viewer, 'finance') && claim.managerApproved)
  );
}

/** Trips: its owner, the managers above, and admins (ACC-5). */
export function tripVisibility(
  viewer: Viewer,
  trip: { ownerId: string; managerId: string | null },
  lineAbove: readonly string[],
): boolean {
  if (viewer.id === trip.ownerId) return true;
  const line = trip.managerId === null ? lineAbove : [trip.managerId, ...lineAbove];
  return inLine(viewer, line) || standsInFor(viewer, trip.managerId) || has(viewer, 'admin');
}

/**
 * Somebody's employee screen (USER_EMAIL, findByEmail): one's own; read-only for the managers above, finance (claims)
 * and admins (trips). Others are refused with the same words whether the person exists or not, so pass an empty line
 * for an unknown one (ACC-9).
 */
export function mayListOf(
  viewer: Viewer,
  person: { id: string | null; lineAbove: readonly string[] },
  what: 'claims' | 'trips',
): Verdict {
  if (person.id === null) return forbidden;
  const office = what === 'claims' ? has(viewer, 'finance') : has(viewer, 'admin');
  return verdict(viewer.id === person.id || inLine(viewer, person.lineAbove) || office);
}

/**
 * Somebody's approver queue (MANAGER_EMAIL, findByEmail): a manager's own; another's for that manager's line and
 * stand-in only (ACC-10).
 */
export function mayListQueueOf(viewer: Viewer, manager: { id: string | null; lineAbove: readonly string[] }): Verdict {
  if (manager.id === null) return forbidden;
  const own = viewer.id === manager.id && has(viewer, 'manager');
  return verdict(own || standsInFor(viewer, manager.id) || inLine(viewer, manager.lineAbove));
}

/** Lists that name nobody: claims for finance, trips for admins. */
export const mayListAll = (viewer: Viewer, what: 'claims' | 'trips'): Verdict =>
  verdict(has(viewer, what === 'claims' ? 'finance' : 'admin'));

/** Directory look-ups are for approvers, finance and admin (ACC-8). */
export const mayLookUpPeople = (viewer: Viewer): Verdict =>
  verdict(isApprover(viewer) || has(viewer, 'finance') || has(viewer, 'admin'));

/** A person's exceptional date: the person, the managers above, finance and admins; no stand-in (ACC-11, DEL-10). */
export function mayReadExceptionalDate(
  viewer: Viewer,
  person: { id: string | null; lineAbove: readonly string[] },
): Verdict {
  if (person.id === null) return forbidden;
  return verdict(
    viewer.id === person.id || inLine(viewer, person.lineAbove) || has(viewer, 'finance') || has(viewer, 'admin'),
  );
}

/** The directory, sign-in, policy and what else is the whole organisation's are for organisation admins (ORG-1). */
export const mayManageOrganisation = (viewer: Pick<Viewer, 'roles'>): Verdict =>
  verdict(viewer.roles.includes('orgAdmin'));

/**
 * How much of the directory somebody reads: organisation admins all of it (ORG-1), managers the people below them
 * (ORG-34), others nothing.
 */
export const directoryReadBy = ({ roles }: Pick<Viewer, 'roles'>): 'ALL' | 'LINE' | null =>
  roles.includes('orgAdmin') ? 'ALL' : roles.includes('manager') ? 'LINE' : null;

/** What is held on a person: for oneself; for organisation admins of who left and cannot fetch it (PDA-1). */
export const mayTakeHeld = (viewer: Pick<Viewer, 'id' | 'roles'>, person: { id: string; left: boolean }): Verdict =>
  verdict(viewer.id === person.id || (person.left && viewer.roles.includes('orgAdmin')));

/** A record's proof pack is for finance and organisation admins, of the records that they may see (AUD-24). */
export const mayTakeProof = (viewer: Pick<Viewer, 'roles'>): Verdict =>
  verdict(viewer.roles.includes('orgAdmin') || viewer.roles.includes('finance'));

/** Everybody's exceptional dates are for admins. */
export const mayManageExceptionalDates = (viewer: Viewer): Verdict => verdict(has(viewer, 'admin'));

/** An admin sets the exceptional date of others and not their own (EXC-2). */
export function maySetExceptionalDate(viewer: Viewer, person: { id: string | null }): Verdict {
  const may = mayManageExceptionalDates(viewer);
  return may.ok && person.id === viewer.id ? refused('FORBIDDEN', 'You cannot set your own exceptional date.') : may;
}

/**
 * An `email` parameter of a change must name the signed-in person, whatever the case (ACC-12, LOC-23, Z17). No
 * parameter is fine.
 */
export const mayActAs = (sessionEmail: string, named: string | null | undefined): Verdict =>
  verdict(named === null || named === undefined || named.toLowerCase() === sessionEmail.toLowerCase());

/** Only its owner changes a claim (ACC-1). One who may see it but does not own it is refused. */
export const mayChange = (viewer: Viewer, claim: { ownerId: string }): Verdict => verdict(viewer.id === claim.ownerId);

/**
 * Looking at somebody else's screen changes nothing there (ACC-9), but for the queue of a manager for whom one stands
 * in. People by id or by e-mail, whatever its case.
 */
export function isReadOnly(
  viewer: string,
  shown: string,
  screen: { queue: boolean; standsInFor: readonly string[] } = { queue: false, standsInFor: [] },
): boolean {
  const same = (person: string): boolean => person.toLowerCase() === shown.toLowerCase();
  return !same(viewer) && !(screen.queue && screen.standsInFor.some(same));
}
