import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

export interface StoredFile {
  hash: string;
  size: number;
  type: string;
  /** What others see of a picture: its copy without the position, or itself. Null: not found out yet. */
  shown_hash: string | null;
}

/** A copy of a picture without the position: others see it instead. */
export type ShownCopy = Pick<StoredFile, 'hash' | 'size' | 'type'>;

export const fileByHash = (db: Kysely<Tables>, hash: string): Promise<StoredFile | undefined> =>
  db.selectFrom('files').select(['hash', 'size', 'type', 'shown_hash']).where('hash', '=', hash).executeTakeFirst();

/**
 * Notes that a person uploaded these bytes. The same bytes again change nothing but the name, and count as young again
 * for whoever clears away unused files.
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
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_at: now, shown_hash: file.shown_hash }))
    .execute();
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
