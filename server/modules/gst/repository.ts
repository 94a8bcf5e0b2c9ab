import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

export type GstKeyRow = Selectable<Tables['gst_keys']>;

/** All keys, those of the past too, with the names of who added them; the newest first. */
export const allGstKeys = (db: Kysely<Tables>): Promise<(GstKeyRow & { added_by_name: string | null })[]> =>
  db
    .selectFrom('gst_keys as k')
    .leftJoin('people as p', 'p.id', 'k.added_by')
    .selectAll('k')
    .select('p.name as added_by_name')
    .orderBy('k.valid_from', 'desc')
    .orderBy('k.id')
    .execute();

/** One change of the keys at a time, until the transaction ends. */
export const holdGstKeys = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`lock table gst_keys in share row exclusive mode`.execute(tx);

/** False: the same key is there already. */
export async function insertGstKey(tx: Kysely<Tables>, row: Omit<GstKeyRow, 'version'>): Promise<boolean> {
  const added = await tx
    .insertInto('gst_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export const lockGstKey = (tx: Kysely<Tables>, id: string): Promise<GstKeyRow | undefined> =>
  tx.selectFrom('gst_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const writeLastDay = (tx: Kysely<Tables>, id: string, validTo: string): Promise<unknown> =>
  tx
    .updateTable('gst_keys')
    .set(({ eb }) => ({ valid_to: validTo, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** The organisation's GSTINs, and its version. */
export const readGstins = (db: Kysely<Tables>): Promise<{ gstins: string[]; version: number }> =>
  db.selectFrom('organisation').select(['gstins', 'version']).executeTakeFirstOrThrow();

export const writeGstins = (tx: Kysely<Tables>, gstins: string[], now: number): Promise<unknown> =>
  tx
    .updateTable('organisation')
    .set(({ eb }) => ({ gstins, version: eb('version', '+', 1), updated_at: now }))
    .execute();
