import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import * as uploads from './repository/parts.ts';

type Db = Kysely<Tables>;

/** Removes the parts of an upload. Bytes before rows: what is still named can still be removed. */
export async function removeParts(db: Db, files: FileStore, id: string): Promise<void> {
  for (const hash of await uploads.partHashes(db, id)) {
    await files.remove(hash);
    await uploads.forgetPart(db, id, hash);
  }
}

/** Removes an upload with its parts. */
export async function discardUpload(db: Db, files: FileStore, id: string): Promise<void> {
  await removeParts(db, files, id);
  await uploads.removeUpload(db, id);
}

/**
 * Removes uploads that nobody went on with for a week, and their parts (UPL-4). Answers how many. `now` in epoch
 * milliseconds.
 */
export async function removeExpiredUploads(db: Db, files: FileStore, now: number): Promise<number> {
  for (let removed = 0; ;) {
    const ids = await uploads.expiredUploads(db, now, 200);
    if (ids.length === 0) return removed;
    for (const id of ids) await discardUpload(db, files, id);
    removed += ids.length;
  }
}
