import { sql, type Kysely } from 'kysely';
import type { Noticed } from '#domain/adminNotice.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Which of these people are organisation admins, at work or not. */
export const adminsAmong = async (tx: Kysely<Tables>, ids: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('people')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::text[]) and 'orgAdmin' = any(roles)`)
      .execute()
  ).map(({ id }) => id);

export interface LoggedNotice extends Noticed {
  /** Null: it is about no person. */
  personId: string | null;
  /** Is that person an organisation admin by now? */
  isAdmin: boolean;
}

/** Rows of the log since `since` with one of these actions, oldest first; not what `exceptBy` did. */
export const noticesSince = async (
  db: Kysely<Tables>,
  { since, actions, exceptBy, most }: { since: number; actions: readonly string[]; exceptBy: string; most: number },
): Promise<LoggedNotice[]> =>
  (
    await sql<LoggedNotice>`
      select a.at, d.name as by, a.action, a.before, a.after, p.name as about, p.id as "personId",
        coalesce('orgAdmin' = any(p.roles), false) as "isAdmin"
      from audit_log a
        left join people d on d.id = a.actor_id
        left join people p on a.record_kind = 'person' and p.id = coalesce(a.on_behalf_of, a.record_id)
      where a.at >= ${since} and a.action = any(${actions}::text[]) and a.actor_id is distinct from ${exceptBy}
        and (a.action not in ('person-added', 'person-changed') or a.before ? 'email'
          or a.before->'roles' ? 'orgAdmin' or a.after->'roles' ? 'orgAdmin')
      order by a.at, a.id limit ${sql.lit(most)}`.execute(db)
  ).rows;
