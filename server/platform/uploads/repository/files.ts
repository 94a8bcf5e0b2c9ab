import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { keepBytes, noteRemovals } from '#server/platform/files/repository.ts';

export interface StoredFile {
  hash: string;
  size: number;
  type: string;
  /** What others see of a picture: its copy without the position, or itself. Null: not found out yet. */
  shown_hash: string | null;
  /** When the original of a picture was erased, for the place in it; its copy is there (RET-1). */
  place_erased_at?: number | null;
}

/** A copy of a picture without the position: others see it instead. */
export type ShownCopy = Pick<StoredFile, 'hash' | 'size' | 'type'>;

export const fileByHash = (db: Kysely<Tables>, hash: string): Promise<StoredFile | undefined> =>
  db
    .selectFrom('files')
    .select(['hash', 'size', 'type', 'shown_hash', 'place_erased_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();

/**
 * Notes that a person uploaded these bytes. The same bytes again change nothing but the name, and restart its age for
 * the removal of unused files.
 */
export async function noteUpload(
  tx: Kysely<Tables>,
  file: StoredFile,
  personId: string,
  name: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...file, created_at: now })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ created_at: now, shown_hash: file.shown_hash, place_erased_at: null }),
    )
    .execute();
  await keepBytes(tx, file.hash);
  await tx
    .insertInto('file_owners')
    .values({ file_hash: file.hash, person_id: personId, name, created_at: now })
    .onConflict((conflict) => conflict.columns(['file_hash', 'person_id']).doUpdateSet({ name }))
    .execute();
}

/** Notes what others see of a picture. A copy is a file like any other, in use as long as the picture is there. */
export async function noteShown(tx: Kysely<Tables>, hash: string, copy: ShownCopy, now: number): Promise<void> {
  await tx
    .insertInto('files')
    .values({ ...copy, shown_hash: copy.hash, created_at: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at: now }))
    .execute();
  await keepBytes(tx, copy.hash);
  await tx.updateTable('files').set({ shown_hash: copy.hash }).where('hash', '=', hash).execute();
}

/** Bytes that the person uploaded since then, each file once. */
export async function bytesSince(db: Kysely<Tables>, personId: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('file_owners')
    .innerJoin('files', 'files.hash', 'file_owners.file_hash')
    .select(({ fn }) => fn.sum<number>('files.size').as('bytes'))
    .where('file_owners.person_id', '=', personId)
    .where('file_owners.created_at', '>', since)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Which of these files the person uploaded, by hash, with the name they gave. */
export async function uploadsOf(
  tx: Kysely<Tables>,
  personId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await tx
    .selectFrom('file_owners')
    .select(['file_hash', 'name'])
    .where('person_id', '=', personId)
    .where('file_hash', 'in', [...hashes])
    .execute();
  return new Map(rows.map((row) => [row.file_hash, row.name]));
}

/** Claims that carry a file, with what decides who may see them. */
export const claimsCarrying = (db: Kysely<Tables>, hash: string) =>
  db
    .selectFrom('claim_bills')
    .innerJoin('claims', 'claims.id', 'claim_bills.claim_id')
    .select(['claims.owner_id', 'claims.manager_id', 'claims.manager_status', 'claim_bills.name'])
    .where('claim_bills.file_hash', '=', hash)
    .execute();

/** Others may see the file as it is. */
export async function noteShownAsIs(db: Kysely<Tables>, hash: string): Promise<void> {
  await db.updateTable('files').set({ shown_hash: hash }).where('hash', '=', hash).execute();
}

/** Files from before a moment that are on no record, nor in the history of one. */
const orphans = (db: Kysely<Tables>, before: number) =>
  db
    .selectFrom('files')
    .where('created_at', '<', before)
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

export const orphanFiles = async (db: Kysely<Tables>, before: number, most: number): Promise<string[]> =>
  (await orphans(db, before).select('hash').limit(most).execute()).map((row) => row.hash);

/** Locks a file until the transaction ends; false: it is no orphan any more. */
export async function lockOrphan(tx: Kysely<Tables>, hash: string, before: number): Promise<boolean> {
  await tx.selectFrom('files').select('hash').where('hash', '=', hash).forUpdate().execute();
  return (await orphans(tx, before).select('hash').where('hash', '=', hash).executeTakeFirst()) !== undefined;
}

/** Forgets a file; its bytes go after the commit. */
export async function forgetFile(tx: Kysely<Tables>, hash: string): Promise<void> {
  await tx.deleteFrom('files').where('hash', '=', hash).execute();
  await noteRemovals(tx, [hash]);
}
