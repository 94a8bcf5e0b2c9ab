import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { notFound } from '#server/platform/base/errors.ts';
import type { RecordRow } from './repository.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { maySeeClaim } from '#server/modules/claims/index.ts';
import { maySeeTrip } from '#server/modules/trips/index.ts';

/** May this person see the record, by the rule of its kind? */
export async function maySeeRecord(db: Kysely<Tables>, actor: Actor, row: RecordRow): Promise<boolean> {
  if (row.trip) return maySeeTrip(db, actor, row.trip);
  return row.claim !== null && maySeeClaim(db, actor, row.claim);
}

/** A record that is not there and one that is not for this person's eyes answer alike: 404 (ACC-13). */
export async function assertVisibleRecord(
  db: Kysely<Tables>,
  actor: Actor,
  row: RecordRow | undefined,
): Promise<RecordRow> {
  if (!row || !(await maySeeRecord(db, actor, row))) throw notFound();
  return row;
}
