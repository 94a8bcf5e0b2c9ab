import type { Kysely } from 'kysely';
import { claimVisibility, type ClaimOwnership } from '#domain/access.ts';
import { statusOf } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { notFound } from '#server/platform/base/errors.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { lineAbove } from '#server/modules/people/index.ts';

interface Owned {
  owner_id: string;
  manager_id: string | null;
  manager_status: string;
}

const ownershipOf = (row: Owned): ClaimOwnership => ({
  ownerId: row.owner_id,
  managerId: row.manager_id,
  managerApproved: statusOf(row.manager_status) === 'approved',
});

/** May this person see the claim? The line above its owner is asked for only where it can matter. */
export async function maySeeClaim(db: Kysely<Tables>, actor: Actor, row: Owned): Promise<boolean> {
  if (claimVisibility(actor, ownershipOf(row), [])) return true;
  return actor.roles.includes('manager') && claimVisibility(actor, ownershipOf(row), await lineAbove(db, row.owner_id));
}

/** The same when everybody below the viewer is known already. */
export const maySeeClaimBelow = (actor: Actor, row: Owned, below: ReadonlySet<string>): boolean =>
  claimVisibility(actor, ownershipOf(row), below.has(row.owner_id) ? [actor.id] : []);

/** A claim that is not there and one that is not for this person's eyes answer alike: 404. */
export async function assertVisibleClaim<Row extends Owned>(
  db: Kysely<Tables>,
  actor: Actor,
  row: Row | undefined,
): Promise<Row> {
  if (!row || !(await maySeeClaim(db, actor, row))) throw notFound();
  return row;
}
