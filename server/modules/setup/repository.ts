import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Keeps a new link's hash, and forgets those that were made before `expired`. */
export async function addLink(
  tx: Kysely<Tables>,
  tokenHash: string,
  { now, expired, signsIn }: { now: number; expired: number; signsIn: string | null },
): Promise<void> {
  await tx.deleteFrom('setup_links').where('created_at', '<', expired).execute();
  await tx
    .insertInto('setup_links')
    .values({
      token_hash: tokenHash,
      created_at: now,
      used_at: null,
      attempt_hash: null,
      person_id: null,
      signs_in: signsIn,
    })
    .execute();
}

export interface SetupLink {
  createdAt: number;
  usedAt: number | null;
  /** SHA-256 of the attempt that used it. */
  attempt: string | null;
  personId: string | null;
  signsIn: string | null;
}

/** The link with this hash that sets up, or signs in; locked until the transaction ends. */
export async function lockLink(
  tx: Kysely<Tables>,
  tokenHash: string,
  { signsIn }: { signsIn: boolean },
): Promise<SetupLink | null> {
  const row = await tx
    .selectFrom('setup_links')
    .select(['created_at', 'used_at', 'attempt_hash', 'person_id', 'signs_in'])
    .where('token_hash', '=', tokenHash)
    .where('signs_in', signsIn ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { created_at: createdAt, used_at: usedAt, attempt_hash: attempt } = row;
  return { createdAt, usedAt, attempt, personId: row.person_id, signsIn: row.signs_in };
}

export const spendLink = (
  tx: Kysely<Tables>,
  tokenHash: string,
  { now, attempt, personId }: { now: number; attempt: string | null; personId: string },
): Promise<unknown> =>
  tx
    .updateTable('setup_links')
    .set({ used_at: now, attempt_hash: attempt, person_id: personId })
    .where('token_hash', '=', tokenHash)
    .execute();

/** How many people are at work. */
export async function countAtWork(db: Kysely<Tables>): Promise<number> {
  const { n } = await db
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow();
  return Number(n);
}
