import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** How often something may happen: `most` times in `windowMillis`, counted from the first. */
export interface Limit {
  bucket: string;
  most: number;
  windowMillis: number;
}

/** Its window is over, or was begun by a clock that is far ahead of this one. */
const over = ({ windowMillis }: Limit, now: number) =>
  sql<boolean>`(rate_limits.started_at <= ${now - windowMillis} or rate_limits.started_at > ${now + windowMillis})`;
const secondsUntilOver = (startedAt: number, { windowMillis }: Limit, now: number): number =>
  Math.max(1, Math.ceil((startedAt + windowMillis - now) / 1000));

interface Counted {
  count: number;
  /** Seconds. */
  retryAfter: number;
}

/**
 * Counts so many more, in a window of their own when the last is over. Answers how many there are in the window now.
 * One statement: what comes at once is counted one after another, whichever process it comes to (S12).
 */
export async function countSome(db: Kysely<Tables>, limit: Limit, more: number, now: number): Promise<Counted> {
  const result = await sql<{ count: number; started_at: number }>`
    insert into rate_limits (bucket, started_at, count) values (${limit.bucket}, ${now}, ${more}::int)
    on conflict (bucket) do update set
      count = case when ${over(limit, now)} then ${more}::int else rate_limits.count + ${more}::int end,
      started_at = case when ${over(limit, now)} then ${now} else rate_limits.started_at end
    returning count, started_at`.execute(db);
  const row = result.rows[0];
  return { count: row?.count ?? more, retryAfter: secondsUntilOver(row?.started_at ?? now, limit, now) };
}

/** Counts one more. */
export const count = (db: Kysely<Tables>, limit: Limit, now: number): Promise<Counted> => countSome(db, limit, 1, now);

/** A quota in a bucket whose name includes its period, such as a day. */
export type Quota = Pick<Limit, 'bucket' | 'most'>;

/**
 * Counts one more of what `from` yields a row for, while there are fewer than may be: yields a row where it was
 * counted. What comes at once waits for its turn.
 */
export const countedWithin = (
  { bucket, most }: Quota,
  from: RawBuilder<unknown>,
  now: number,
): RawBuilder<unknown> => sql`
  insert into rate_limits (bucket, started_at, count) select ${bucket}::text, ${now}::bigint, 1 ${from}
  on conflict (bucket) do update set count = rate_limits.count + 1 where rate_limits.count < ${most}::bigint
  returning 1`;

/**
 * The same for several by one statement, each within its own quota: `from` names what has their `bucket`, `most` and
 * the moment `at`. Yields the buckets that were counted.
 */
export const countedTogether = (from: string): RawBuilder<unknown> => sql`
  insert into rate_limits (bucket, started_at, count)
  select bucket, at, 1 from ${sql.table(from)} where bucket is not null order by bucket
  on conflict (bucket) do update set count = rate_limits.count + 1
    where rate_limits.count < (select most from ${sql.table(from)} as a where a.bucket = rate_limits.bucket)
  returning bucket`;

/** The same in a transaction that is rolled back on failure. False: the quota is used up. */
export const countWithin = async (tx: Kysely<Tables>, quota: Quota, now: number): Promise<boolean> =>
  (await countedWithin(quota, sql``, now).execute(tx)).rows.length === 1;

/** One was counted and came to nothing. */
export async function giveBack(db: Kysely<Tables>, { bucket }: Quota): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('bucket', '=', bucket)
    .execute();
}

/** A turn that was given out: of the window that began at `since`. */
export interface Turn {
  bucket: string;
  since: number;
  amount: number;
}

/**
 * Takes a turn before it is known how it ends: what is under way takes the same room as what has failed. One statement,
 * as above. Answers the turn; or null while those under way and those that failed fill the limit.
 */
export async function takeTurn(db: Kysely<Tables>, limit: Limit, now: number): Promise<Turn | null> {
  const result = await sql<{ started_at: number }>`
    insert into rate_limits (bucket, started_at, count, pending) values (${limit.bucket}, ${now}, 0, 1)
    on conflict (bucket) do update set
      count = case when ${over(limit, now)} then 0 else rate_limits.count end,
      pending = case when ${over(limit, now)} then 1 else rate_limits.pending + 1 end,
      started_at = case when ${over(limit, now)} then ${now} else rate_limits.started_at end
      where ${over(limit, now)} or rate_limits.count + rate_limits.pending < ${limit.most}
    returning started_at`.execute(db);
  const row = result.rows[0];
  return row ? { bucket: limit.bucket, since: row.started_at, amount: 1 } : null;
}

/**
 * Adds an amount to what is under way, in a window that no other one ends. Answers all that is under way now, this
 * included.
 */
export async function takeAmount(
  db: Kysely<Tables>,
  limit: Omit<Limit, 'most'>,
  amount: number,
  now: number,
): Promise<{ turn: Turn; pending: number }> {
  const whole: Limit = { ...limit, most: 0 };
  const result = await sql<{ started_at: number; pending: number }>`
    insert into rate_limits (bucket, started_at, count, pending) values (${limit.bucket}, ${now}, 0, ${amount})
    on conflict (bucket) do update set
      pending = case when ${over(whole, now)} then ${amount} else rate_limits.pending + ${amount} end,
      started_at = case when ${over(whole, now)} then ${now} else rate_limits.started_at end
    returning started_at, pending`.execute(db);
  const row = result.rows[0];
  return { turn: { bucket: limit.bucket, since: row?.started_at ?? now, amount }, pending: row?.pending ?? amount };
}

/** A turn is over. One that failed stays counted until the window ends; a turn of an earlier window changes nothing. */
export async function endTurn(db: Kysely<Tables>, { bucket, since, amount }: Turn, failed: boolean): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ pending: sql<number>`greatest(pending - ${amount}, 0)`, ...(failed && { count: sql<number>`count + 1` }) })
    .where('bucket', '=', bucket)
    .where('started_at', '=', since)
    .execute();
}

/** Seconds until the bucket is open again, for one that failures alone have filled; 0 for any other. Counts nothing. */
export async function secondsClosed(db: Kysely<Tables>, limit: Limit, now: number): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'started_at'])
    .where('bucket', '=', limit.bucket)
    .executeTakeFirst();
  if (!row || row.count < limit.most) return 0;
  return Math.max(0, Math.ceil((row.started_at + limit.windowMillis - now) / 1000));
}

/** Forgets windows that are long over. */
export async function forgetOldLimits(db: Kysely<Tables>, now: number): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('started_at', '<', now - 86_400_000)
    .execute();
  await db
    .deleteFrom('used_tokens')
    .where('expires_at', '<', now - 86_400_000)
    .execute();
}
