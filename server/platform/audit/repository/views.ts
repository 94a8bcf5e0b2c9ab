import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Whose screens a person looked at in the last hour, by the audit log. */
export async function viewsOfLastHour(db: Kysely<Tables>, actorId: string, now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('audit_log')
    .select('on_behalf_of')
    .distinct()
    .where('actor_id', '=', actorId)
    .where('action', '=', 'view')
    .where('at', '>', now - 3_600_000)
    .execute();
  return new Set(rows.map((row) => row.on_behalf_of ?? ''));
}
