import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Links by which people who have left send what they saved before (ORG-41): one a person. */

/** As many secrets of a link are good as a mail is tried. */
const MAX_SECRETS = 10;

/** Somebody leaves: the link of an earlier leaving is over. */
export const addLeaverLink = (tx: Kysely<Tables>, personId: string, leftAt: number): Promise<unknown> =>
  tx
    .insertInto('leaver_links')
    .values({ person_id: personId, left_at: leftAt })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ left_at: leftAt, token_hashes: [] }))
    .execute();

/** A further secret opens the link. Answers when its person left; null: there is none since `since`. */
export async function addLeaverSecret(
  db: Kysely<Tables>,
  personId: string,
  { tokenHash, since }: { tokenHash: string; since: number },
): Promise<number | null> {
  const { rows } = await sql<{ leftAt: number }>`
    update leaver_links set token_hashes =
      (${tokenHash}::text || token_hashes)[1:${sql.lit(MAX_SECRETS)}]
    where person_id = ${personId} and left_at > ${since} returning left_at as "leftAt"`.execute(db);
  return rows[0] === undefined ? null : Number(rows[0].leftAt);
}

/** Whose link this secret opens, who left after `since`. */
export const leaverLinkOf = (
  db: Kysely<Tables>,
  tokenHash: string,
  since: number,
): Promise<{ personId: string; leftAt: number } | undefined> =>
  db
    .selectFrom('leaver_links')
    .select(['person_id as personId', 'left_at as leftAt'])
    .where(sql<boolean>`token_hashes @> array[${tokenHash}::text]`)
    .where('left_at', '>', since)
    .executeTakeFirst();

/** The person's link is over. False: there was none. */
export async function endLeaverLink(tx: Kysely<Tables>, personId: string): Promise<boolean> {
  const result = await tx.deleteFrom('leaver_links').where('person_id', '=', personId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Forgets the links of who had left by `before`; answers how many. */
export async function forgetLeaverLinks(db: Kysely<Tables>, before: number): Promise<number> {
  return Number((await db.deleteFrom('leaver_links').where('left_at', '<=', before).executeTakeFirst()).numDeletedRows);
}
