import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** How far the import of a file has come. */
type ImportRow = Selectable<Tables['imports']>;
type Key = Pick<ImportRow, 'file_hash' | 'kind'>;

export const begun = (db: Kysely<Tables>, key: Key): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('file_hash', '=', key.file_hash)
    .where('kind', '=', key.kind)
    .executeTakeFirst();

export async function begin(db: Kysely<Tables>, row: Insertable<Tables['imports']>): Promise<void> {
  await db
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes the next place, from `rows` on; false: another process has gone on from there. */
export async function goOn(
  tx: Kysely<Tables>,
  key: Key,
  rows: number,
  next: Partial<Insertable<Tables['imports']>>,
): Promise<boolean> {
  const moved = await tx
    .updateTable('imports')
    .set(next)
    .where('file_hash', '=', key.file_hash)
    .where('kind', '=', key.kind)
    .where('rows', '=', rows)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

export async function end(db: Kysely<Tables>, key: Key): Promise<void> {
  await db.deleteFrom('imports').where('file_hash', '=', key.file_hash).where('kind', '=', key.kind).execute();
}

/** Reads the planner's figures, so that the first count is as quick as the next. */
export async function analyzeCompanies(db: Kysely<Tables>): Promise<void> {
  for (const table of ['companies', 'company_texts', 'contacts', 'contact_details', 'campaign_terms'] as const)
    await sql`analyze ${sql.table(table)}`.execute(db);
}
