import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { UploadsTable } from '#server/platform/database/tables/uploadTables.ts';

export type UploadRow = Selectable<UploadsTable>;

export const addUpload = async (
  db: Kysely<Tables>,
  row: Omit<UploadRow, 'received' | 'finished_hash'>,
): Promise<void> => {
  await db
    .insertInto('uploads')
    .values({ ...row, received: 0, finished_hash: null })
    .execute();
};

/** An upload of this person that has not expired; anybody else's is not there. */
export const uploadOf = (
  db: Kysely<Tables>,
  personId: string,
  id: string,
  now: number,
): Promise<UploadRow | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Bytes that the person's unfinished uploads will come to. */
export async function bytesUnderWay(db: Kysely<Tables>, personId: string, now: number): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<number>('size').as('bytes'))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .where('finished_hash', 'is', null)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Notes a part before its bytes are stored, so that whatever happens then, somebody knows of them. */
export const announcePart = async (db: Kysely<Tables>, uploadId: string, hash: string, size: number): Promise<void> => {
  await db.insertInto('upload_parts').values({ upload_id: uploadId, hash, begins: null, size }).execute();
};

/**
 * Counts a part whose bytes are stored. False when the upload is no longer at `begins`: another part was faster, or it
 * is gone.
 */
export async function countPart(
  tx: Kysely<Tables>,
  part: { uploadId: string; hash: string; begins: number; size: number },
  expiresAt: number,
): Promise<boolean> {
  const { uploadId, hash, begins, size } = part;
  const moved = await tx
    .updateTable('uploads')
    .set({ received: begins + size, expires_at: expiresAt })
    .where('id', '=', uploadId)
    .where('received', '=', begins)
    .where('finished_hash', 'is', null)
    .executeTakeFirst();
  if (Number(moved.numUpdatedRows) !== 1) return false;
  const placed = await tx
    .updateTable('upload_parts')
    .set({ begins })
    .where('upload_id', '=', uploadId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return Number(placed.numUpdatedRows) === 1;
}

/** The counted parts in the order of the file. */
export const partsOf = async (
  db: Kysely<Tables>,
  uploadId: string,
): Promise<{ hash: string; begins: number; size: number }[]> => {
  const rows = await db
    .selectFrom('upload_parts')
    .select(['hash', 'begins', 'size'])
    .where('upload_id', '=', uploadId)
    .where('begins', 'is not', null)
    .orderBy('begins')
    .execute();
  return rows.map((row) => ({ ...row, begins: row.begins ?? 0 }));
};

/** Every part that anything is known of, counted or not. */
export const partHashes = async (db: Kysely<Tables>, uploadId: string): Promise<string[]> =>
  (await db.selectFrom('upload_parts').select('hash').where('upload_id', '=', uploadId).execute()).map(
    ({ hash }) => hash,
  );

export const forgetPart = async (db: Kysely<Tables>, uploadId: string, hash: string): Promise<void> => {
  await db.deleteFrom('upload_parts').where('upload_id', '=', uploadId).where('hash', '=', hash).execute();
};

export const markFinished = async (db: Kysely<Tables>, uploadId: string, hash: string): Promise<void> => {
  await db.updateTable('uploads').set({ finished_hash: hash }).where('id', '=', uploadId).execute();
};

export const removeUpload = async (db: Kysely<Tables>, uploadId: string): Promise<void> => {
  await db.deleteFrom('uploads').where('id', '=', uploadId).execute();
};

/** Uploads that nobody went on with, a few at a time. */
export const expiredUploads = async (db: Kysely<Tables>, now: number, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('uploads')
      .select('id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(most)
      .execute()
  ).map(({ id }) => id);
