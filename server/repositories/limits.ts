import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** How often something may happen: `most` times in `windowMillis`, counted from the first. */
export interface Limit {
  bucket: string;
  most: number;
  windowMillis: number;
}

/** Seconds until the bucket is open again; 0 when it is open now. Counts nothing. */
export async function secondsClosed(db: Kysely<Tables>, limit: Limit, now: number): Promise<number> {
  const row = await db.selectFrom('rate_limits').selectAll().where('bucket', '=', limit.bucket).executeTakeFirst();
  if (!row || row.count < limit.most) return 0;
  return Math.max(0, Math.ceil((row.started_at + limit.windowMillis - now) / 1000));
}

/** Counts one more, in a window of its own when the last is over. Answers how many there are in the window now. */
export async function count(db: Kysely<Tables>, limit: Limit, now: number): Promise<{ count: number; retryAfter: number }> {
  const result = await sql<{ count: number; started_at: number }>`
    insert into rate_limits (bucket, started_at, count) values (${limit.bucket}, ${now}, 1)
    on conflict (bucket) do update set
      count = case when rate_limits.started_at <= ${now - limit.windowMillis} then 1 else rate_limits.count + 1 end,
      started_at = case when rate_limits.started_at <= ${now - limit.windowMillis} then ${now} else rate_limits.started_at end
    returning count, started_at`.execute(db);
  const row = result.rows[0];
  return { count: row?.count ?? 1, retryAfter: Math.max(1, Math.ceil(((row?.started_at ?? now) + limit.windowMillis - now) / 1000)) };
}

/** Forgets windows that are long over. */
export async function forgetOldLimits(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('started_at', '<', now - 86_400_000).execute();
  await db.deleteFrom('used_tokens').where('expires_at', '<', now - 86_400_000).execute();
}
