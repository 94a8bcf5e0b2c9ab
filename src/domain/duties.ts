import { MESSAGES } from '#contract/error.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/** Separation of duties: a record passes its stages by different hands (ACC-6, ACC-21). */

export interface Duties {
  /** The acting person, by the same kind of name (id or e-mail) as the others here. */
  actorId: string;
  ownerId: string;
  /** Who decided the stages before this one, in whosever name; null of a stage that nobody decided. */
  decidedBefore?: readonly (string | null)[];
}

/** May this person take the record's next step: neither its owner nor who decided a stage before? */
export function mayTakeNextStep({ actorId, ownerId, decidedBefore = [] }: Duties): Verdict {
  if (actorId === ownerId) return refused('FORBIDDEN', MESSAGES.ownRequest);
  return decidedBefore.includes(actorId) ? refused('FORBIDDEN', MESSAGES.decidedBefore) : allowed;
}

/** The same facts as a client has them: addresses, and whether its reader decided a stage before. */
export const dutiesOf = (email: string, row: { userEmail: string; decidedByYou?: boolean | undefined }): Duties => ({
  actorId: email.toLowerCase(),
  ownerId: row.userEmail.toLowerCase(),
  decidedBefore: row.decidedByYou === true ? [email.toLowerCase()] : [],
});
