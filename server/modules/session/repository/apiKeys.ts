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

/** The key that is good for this, by its hash; its use is noted. */
export async function goodKey(
  db: Kysely<Tables>,
  scope: ApiScope,
  keyHash: string,
  now: number,
): Promise<Pick<ApiKeyRow, 'id' | 'name'> | undefined> {
  const key = await living(db, scope, now)
    .select(['id', 'name', 'last_used_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (key && (key.last_used_at === null || now - key.last_used_at > TOUCH_MILLIS))
    await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', key.id).execute();
  return key;
}

export const addKey = (db: Kysely<Tables>, key: Omit<ApiKeyRow, 'last_used_at' | 'ended_at'>): Promise<unknown> =>
  db
    .insertInto('api_keys')
    .values({ ...key, last_used_at: null, ended_at: null })
    .execute();

export const listKeys = (db: Kysely<Tables>): Promise<ApiKeyRow[]> =>
  db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();

/** The newest keys of one scope, those that have ended among them. */
export const keysOf = (db: Kysely<Tables>, scope: ApiScope, most: number): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('scope', '=', scope)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

/** How many keys of one scope have not ended. */
export const countKeys = async (db: Kysely<Tables>, scope: ApiScope, now: number): Promise<number> =>
  (await living(db, scope, now).select('id').execute()).length;

/** False when there is no such key of this scope (null: of any), or it has ended before. */
export async function endKey(db: Kysely<Tables>, id: string, scope: ApiScope | null, now: number): Promise<boolean> {
  const ended = db.updateTable('api_keys').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null);
  const done = await (scope === null ? ended : ended.where('scope', '=', scope)).executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
