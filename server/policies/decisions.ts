import { mayDecide } from '#domain/approval.ts';
import { mayFinance } from '#domain/finance.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Actor } from '#server/services/context.ts';

interface Managed {
  owner_id: string;
  manager_id: string | null;
}

/** May this person, today, decide it as its manager or as that manager's stand-in (ACC-3, ACC-7)? */
export const mayDecideIt = (actor: Actor, row: Managed): Verdict =>
  mayDecide({ actorId: actor.id, ownerId: row.owner_id, managerId: row.manager_id, isManager: actor.roles.includes('manager'), standsInFor: actor.standsInFor });

/** May this person decide it for finance (ACC-6)? */
export const mayFinanceIt = (actor: Actor, row: Pick<Managed, 'owner_id'>): Verdict => mayFinance({ actorId: actor.id, ownerId: row.owner_id, isFinance: actor.roles.includes('finance') });

/** In whose place this person decides: the manager on record, unless that is the very same person (ACC-18). */
export const insteadOf = (actor: Actor, row: Pick<Managed, 'manager_id'>): string | null => (row.manager_id === actor.id ? null : row.manager_id);
