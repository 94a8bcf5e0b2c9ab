import type { Kysely, Selectable } from 'kysely';
import type { ApiKeysTable, ApiScope } from '#server/platform/database/tables/guardTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type ApiKeyRow = Selectable<ApiKeysTable>;

/** A key's last use is written at most this often. */
const TOUCH_MILLIS = 5 * 60_000;

const living = (db: Kysely<Tables>, scope: ApiScope, now: number) =>
  db
    .selectFrom('api_keys')
    .where('scope', '=', scope)
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

/** Has any program a key for this? */
export const hasKeys = async (db: Kysely<Tables>, scope: ApiScope, now: number): Promise<boolean> =>
  (await living(db, scope, now).select('id').limit(1).executeTakeFirst()) !== undefined;

/** True for a key that is good for this; its use is noted. */
export async function isGoodKey(db: Kysely<Tables>, scope: ApiScope, keyHash: string, now: number): Promise<boolean> {
  const key = await living(db, scope, now)
    .select(['id', 'last_used_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (key && (key.last_used_at === null || now - key.last_used_at > TOUCH_MILLIS))
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', key.id).execute();
  return key !== undefined;
}

export const addKey = (db: Kysely<Tables>, key: Omit<ApiKeyRow, 'last_used_at' | 'ended_at'>): Promise<unknown> =>
  db
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, ended_at: null })
    .execute();

export const listKeys = (db: Kysely<Tables>): Promise<ApiKeyRow[]> =>
  db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();

/** False when there is no such key, or it has ended before. */
export const endKey = async (db: Kysely<Tables>, id: string, now: number): Promise<boolean> =>
  (
    await db
      .updateTable('api_keys')
      .set({ ended_at: now })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;
