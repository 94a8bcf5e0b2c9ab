import type { Kysely } from 'kysely';
import { tripVisibility } from '#domain/access.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { notFound } from '#server/platform/base/errors.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { lineAbove } from '#server/modules/people/index.ts';

interface Owned {
  owner_id: string;
  manager_id: string | null;
}

const ownershipOf = (row: Owned) => ({ ownerId: row.owner_id, managerId: row.manager_id });

/** May this person see the trip? The line above its owner is asked for only where it can matter. */
export async function maySeeTrip(db: Kysely<Tables>, actor: Actor, row: Owned): Promise<boolean> {
  if (tripVisibility(actor, ownershipOf(row), [])) return true;
  return actor.roles.includes('manager') && tripVisibility(actor, ownershipOf(row), await lineAbove(db, row.owner_id));
}

/** The same when everybody below the viewer is known already. */
export const maySeeTripBelow = (actor: Actor, row: Owned, below: ReadonlySet<string>): boolean =>
  tripVisibility(actor, ownershipOf(row), below.has(row.owner_id) ? [actor.id] : []);

/** A trip that is not there and one that is not for this person's eyes answer alike: 404 (ACC-13). */
export async function assertVisibleTrip<Row extends Owned>(
  db: Kysely<Tables>,
  actor: Actor,
  row: Row | undefined,
): Promise<Row> {
  if (!row || !(await maySeeTrip(db, actor, row))) throw notFound();
  return row;
}
