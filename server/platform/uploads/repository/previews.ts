import { sql, type Kysely } from 'kysely';
import type { PreviewSize } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Small pictures of bills as WebP, both sizes. */
export type Previews = Readonly<Record<PreviewSize, Uint8Array>>;

/** They are to be made from this moment on, unless they are there. */
export const notePreviewDue = (tx: Kysely<Tables>, hash: string, now: number): Promise<unknown> =>
  tx
    .insertInto('bill_previews')
    .values({ file_hash: hash, small: null, large: null, due_at: now })
    .onConflict((conflict) => conflict.column('file_hash').doNothing())
    .execute();

/** One small picture; `bytes` null: the bill cannot be drawn. Undefined: not made yet. */
export async function keptPreview(
  db: Kysely<Tables>,
  hash: string,
  size: PreviewSize,
): Promise<{ bytes: Buffer | null } | undefined> {
  const row = await db
    .selectFrom('bill_previews')
    .select(sql<string | null>`encode(${sql.ref(size)}, 'base64')`.as('picture'))
    .where('file_hash', '=', hash)
    .where('due_at', 'is', null)
    .executeTakeFirst();
  return row && { bytes: row.picture === null ? null : Buffer.from(row.picture, 'base64') };
}

const bytesOf = (bytes: Uint8Array | undefined) =>
  sql<Uint8Array | null>`decode(${bytes ? Buffer.from(bytes).toString('base64') : null}::text, 'base64')`;

/** Keeps them; null: the bill cannot be drawn. Of a file that has gone meanwhile nothing is kept. */
export async function keepPreviews(db: Kysely<Tables>, hash: string, made: Previews | null): Promise<void> {
  const [small, large] = [bytesOf(made?.small), bytesOf(made?.large)];
  await sql`
    insert into bill_previews (file_hash, small, large)
    select hash, ${small}, ${large} from files where hash = ${hash}
    on conflict (file_hash) do update set small = excluded.small, large = excluded.large, due_at = null
  `.execute(db);
}

/** Takes the next bill whose pictures are due; nobody else takes it before `until`. */
export async function takeDue(db: Kysely<Tables>, now: number, until: number): Promise<string | undefined> {
  const { rows } = await sql<{ file_hash: string }>`
    update bill_previews set due_at = ${until} where file_hash = (
      select file_hash from bill_previews where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning file_hash`.execute(db);
  return rows[0]?.file_hash;
}
