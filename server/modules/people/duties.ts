import { mayDecide } from '#domain/approval.ts';
import { mayTakeNextStep, type Duties } from '#domain/duties.ts';
import { mayFinance } from '#domain/finance.ts';
import { mayActOnTrip } from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Actor } from '#server/platform/http/context.ts';

/** What the later stages look at. */
interface Decided {
  owner_id: string;
  manager_decided_by: string | null;
}

interface Managed {
  owner_id: string;
  manager_id: string | null;
}

/** May this person, today, decide it as its manager or as that manager's stand-in (ACC-3, ACC-7)? */
export const mayDecideIt = (actor: Actor, row: Managed): Verdict =>
  mayDecide({
    actorId: actor.id,
    ownerId: row.owner_id,
    managerId: row.manager_id,
    isManager: actor.roles.includes('manager'),
    standsInFor: actor.standsInFor,
  });

/** May this person decide it for finance (ACC-6, ACC-21)? */
export const mayFinanceIt = (actor: Actor, row: Decided): Verdict =>
  mayFinance({
    actorId: actor.id,
    ownerId: row.owner_id,
    decidedBefore: [row.manager_decided_by],
    isFinance: actor.roles.includes('finance'),
  });

/** May this person act on the trip as an admin (ACC-6, ACC-21)? That the actor is one is for the caller to know. */
export const mayAdministerIt = (actor: Actor, row: Decided): Verdict =>
  mayActOnTrip(actor.id, { ownerId: row.owner_id, decidedBefore: [row.manager_decided_by] });

/** What comes after finance: paying, and the accounts. */
interface Settled extends Decided {
  finance_decided_by: string | null;
}

/** The hands that a claim has been in before it is paid or goes to the accounts (ACC-21). */
export const settlingDuties = (actor: Pick<Actor, 'id'>, row: Settled): Duties => ({
  actorId: actor.id,
  ownerId: row.owner_id,
  decidedBefore: [row.manager_decided_by, row.finance_decided_by],
});

/**
 * May this person bring the claim into the accounts, or record its result there (ACC-21)? That the role allows it is
 * for the caller to know.
 */
export const mayAccountFor = (actor: Pick<Actor, 'id'>, row: Settled): Verdict =>
  mayTakeNextStep(settlingDuties(actor, row));

/** Tells the client that its reader decided this record, so that it judges as the server does (ACC-21). */
export const decidedByReader = (
  actor: Pick<Actor, 'id'>,
  row: Pick<Decided, 'manager_decided_by'>,
): { decidedByYou?: true } => (row.manager_decided_by === actor.id ? { decidedByYou: true } : {});

/** On whose behalf this person decides: the manager on record, unless that is the person itself (ACC-18). */
export const onBehalfOf = (actor: Actor, row: Pick<Managed, 'manager_id'>): string | null =>
  row.manager_id === actor.id ? null : row.manager_id;
