import { sql, type Kysely } from 'kysely';
import type { RoleHolder } from '#domain/roleReview.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Rows of the monthly reviews of roles. */

export interface ReviewRow {
  month: string;
  started_at: number;
  confirmed_at: number | null;
  confirmed_by_name: string | null;
}

export const newestReview = (db: Kysely<Tables>): Promise<ReviewRow | undefined> =>
  db
    .selectFrom('role_reviews as r')
    .leftJoin('people as p', 'p.id', 'r.confirmed_by')
    .select(['r.month', 'r.started_at', 'r.confirmed_at', 'p.name as confirmed_by_name'])
    .orderBy('r.month', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Begins a month's review; false: it had begun. */
export async function addReview(tx: Kysely<Tables>, month: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('role_reviews')
    .values({ month, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Confirms it; false: somebody else just did. */
export async function confirmReview(
  tx: Kysely<Tables>,
  { month, by, now }: { month: string; by: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('role_reviews')
    .set({ confirmed_at: now, confirmed_by: by })
    .where('month', '=', month)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Everybody at work with a role beside that of an employee, by name. */
export const roleHolders = (db: Kysely<Tables>): Promise<RoleHolder[]> =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'roles'])
    .where(sql<boolean>`not disabled and cardinality(roles) > 0`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
