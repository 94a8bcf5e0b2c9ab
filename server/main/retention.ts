import type { Kysely } from 'kysely';
import { ORPHAN_FILE_DAYS } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { removeNoted } from '#server/platform/files/removals.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { shortenAnswers } from '#server/platform/idempotency/repository/keys.ts';
import { orphanFiles, lockOrphan, forgetFile } from '#server/platform/uploads/repository/files.ts';

const DAY = 86_400_000;
const BATCH = 200;

/**
 * Removes uploads that are on no record, nor in the history of one, and 30 days old, bytes and rows. Answers how many
 * (DOC-10, U3: never one that a record carries, nor a younger one). `now` in
 * epoch milliseconds.
 *
 * Somebody who uploads the same content at that moment waits with the row of their own, keeps the bytes or puts them
 * back; an upload that came first has made the row young again, and is passed over here.
 */
export async function removeOrphanFiles(
  database: Pick<Database, 'db' | 'durable'>,
  files: FileStore,
  now: number,
): Promise<number> {
  const { db } = database;
  const oldest = now - ORPHAN_FILE_DAYS * DAY;
  let removed = 0;
  for (;;) {
    await removeNoted(database, files);
    const found = await orphanFiles(db, oldest, BATCH);
    if (found.length === 0) return removed;
    for (const hash of found) {
      removed += await transact(db, async (tx) => {
        if (!(await lockOrphan(tx, hash, oldest))) return 0;
        await forgetFile(tx, hash);
        return 1;
      });
    }
  }
}

const SHORTEN_DAYS = 40;
const AT_ONCE = 1_000;

/**
 * Shortens answers kept for repeated requests after 40 days, a thousand at a time: later than any phone repeats
 * confirmed entries by itself. Key, request digest, record and receipt stay; the rest follows from the record
 * (WIRE-15).
 */
export async function shortenOldAnswers(db: Kysely<Tables>, now: number): Promise<number> {
  let shortened = 0;
  for (;;) {
    const done = await shortenAnswers(db, now - SHORTEN_DAYS * DAY, AT_ONCE);
    shortened += done;
    if (done < AT_ONCE) return shortened;
  }
}
