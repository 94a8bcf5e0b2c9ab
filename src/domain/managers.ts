import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Who may give a person another manager, and whom (ACC-20). */

interface Facts {
  id: string;
  /** At work: not removed from the directory. */
  active: boolean;
  isManager: boolean;
}

export const mayChangeManager = ({ isAdmin }: { isAdmin: boolean }): Verdict =>
  isAdmin ? allowed : refused('FORBIDDEN', MESSAGES.forbidden);

export interface ManagerChangeInput {
  actorId: string;
  /** Managers whose stand-in the actor is today. */
  standsInFor?: readonly string[];
  /** Null: nobody has that e-mail. */
  person: Facts | null;
  manager: Facts | null;
  /** The managers above the new one. */
  aboveManager: readonly string[];
}

/**
 * The new manager is a manager at work, somebody else, and not below the person: nobody is above themselves. An admin's
 * own is for another admin, and so is a change after which the admin would decide, as the new manager or standing in
 * for that one (ACC-22).
 */
export function mayBecomeManagerOf({
  actorId,
  standsInFor = [],
  person,
  manager,
  aboveManager,
}: ManagerChangeInput): ParseResult<null> {
  const errors: FieldErrors = {};
  if (person === null || !person.active) errors['email'] = 'No active employee has this e-mail';
  else if (person.id === actorId) errors['email'] = 'Only another admin can change your own manager';
  if (manager === null || !manager.active) errors['manager'] = 'No active employee has this e-mail';
  else if (!manager.isManager) errors['manager'] = 'This is not a manager';
  else if (person !== null && manager.id === person.id) errors['manager'] = 'A person cannot be their own manager';
  else if (person !== null && aboveManager.includes(person.id))
    errors['manager'] = 'This manager reports to the same person';
  else if (manager.id === actorId) errors['manager'] = 'You cannot make yourself the manager of somebody else';
  else if (standsInFor.includes(manager.id))
    errors['manager'] = 'You stand in for this manager. Another admin must make the change';
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value: null };
}
