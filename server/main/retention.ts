import type { Kysely } from 'kysely';
import { KEEP_DAYS, ORPHAN_FILE_DAYS } from '#contract/limits.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { shortenAnswers } from '#server/platform/idempotency/repository.ts';
import type { SessionLives } from '#server/modules/session/index.ts';

const DAY = 86_400_000;
const BATCH = 200;

/**
 * Removes uploads that are on no record, nor in the history of one, and 30 days old, bytes and rows. Answers how many
 * (DOC-10, U3: never one that a record carries, nor a younger one). `now` in
 * epoch milliseconds.
 *
 * The bytes go before the transaction that removes the row ends. Somebody who uploads the same content at that moment
 * waits for it with the row of their own, and then puts bytes and row back; an upload that came first has made the row
 * young again, and is passed over here.
 */
export async function removeOrphanFiles(db: Kysely<Tables>, files: FileStore, now: number): Promise<number> {
  const oldest = now - ORPHAN_FILE_DAYS * DAY;
  const orphans = (tx: Kysely<Tables>) =>
    tx
      .selectFrom('files')
      .where('created_at', '<', oldest)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('claim_bills').select('claim_id').whereRef('claim_bills.file_hash', '=', 'files.hash'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('trip_tickets').select('trip_id').whereRef('trip_tickets.file_hash', '=', 'files.hash'))),
      )
      // The audit log names it.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('kept_files').select('kept_files.file_hash').whereRef('kept_files.file_hash', '=', 'files.hash'),
          ),
        ),
      )
      // A picture's copy without its position goes after the picture.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('files as pictures')
              .select('pictures.hash')
              .whereRef('pictures.shown_hash', '=', 'files.hash')
              .whereRef('pictures.shown_hash', '<>', 'pictures.hash'),
          ),
        ),
      );
  let removed = 0;
  for (;;) {
    const found = await orphans(db).select('hash').limit(BATCH).execute();
    if (found.length === 0) return removed;
    for (const { hash } of found) {
      await db.transaction().execute(async (tx) => {
        await tx.selectFrom('files').select('hash').where('hash', '=', hash).forUpdate().execute();
        const still = await orphans(tx).select('hash').where('hash', '=', hash).executeTakeFirst();
        if (!still) return;
        await tx.deleteFrom('files').where('hash', '=', hash).execute();
        await files.remove(hash);
        removed += 1;
      });
    }
  }
}

const SHORTEN_DAYS = 40;
const AT_ONCE = 1_000;

/**
 * Shortens answers kept for repeated requests after 40 days, a thousand at a time: later than any phone sends by itself
 * what it holds as confirmed. Key, digest of the request, record and receipt stay, and the record tells the rest
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

/** Forgets answers kept for repeated requests, after 400 days. The key itself stays with what it made, for ever. */
export async function forgetOldAnswers(db: Kysely<Tables>, now: number): Promise<number> {
  const result = await db
    .deleteFrom('idempotency')
    .where('created_at', '<', now - KEEP_DAYS * DAY)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/**
 * Removes sessions that ended, by whatever, as long ago as one may be unused: until then they can be looked at (SES-2).
 */
export async function removeDeadSessions(
  db: Kysely<Tables>,
  now: number,
  { idleMillis, maxMillis }: SessionLives,
): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where(({ or, eb }) =>
      or([
        eb('ended_at', '<', now - idleMillis),
        eb('last_used_at', '<', now - 2 * idleMillis),
        eb('created_at', '<', now - maxMillis - idleMillis),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
