import { sql, type Kysely, type Selectable } from 'kysely';
import { SIGN_IN_CODE } from '#contract/limits.ts';
import type { SignInRequestsTable } from '#server/platform/database/tables/guardTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type SignInCodeRow = Selectable<SignInRequestsTable>;

const GOOD_FOR = SIGN_IN_CODE.minutes * 60_000;

/** Notes that a browser wants a code for an address. `id`: what its secret hashes to. */
export async function wantCode(db: Kysely<Tables>, id: string, email: string, now: number): Promise<void> {
  await db
    .insertInto('sign_in_requests')
    .values({
      id,
      email,
      code_hash: null,
      tries: 0,
      attempts: 0,
      asked_at: now,
      expires_at: now + GOOD_FOR,
      due_at: now,
    })
    .execute();
}

/** True when this person has signed in on that device before: nobody else knows its id. */
export const isKnownDevice = async (db: Kysely<Tables>, email: string, deviceId: string): Promise<boolean> =>
  (await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select('sessions.created_at')
    .where('people.email', '=', email)
    .where('sessions.device_id', '=', deviceId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Counts one try, and answers the hash that the code must have; undefined when there is no living code. The count is
 * one statement: tries that come at the same moment wait for each other at the row, and no more than five ever get an
 * answer.
 */
export async function takeTry(
  tx: Kysely<Tables>,
  { id, email }: { id: string; email: string },
  now: number,
): Promise<string | null | undefined> {
  const row = await tx
    .updateTable('sign_in_requests')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .where('tries', '<', SIGN_IN_CODE.tries)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

export const dropCode = (tx: Kysely<Tables>, id: string): Promise<unknown> =>
  tx.deleteFrom('sign_in_requests').where('id', '=', id).execute();

/**
 * Takes the next mails that are due, until `until`: other processes pass them over, and one that dies is taken over
 * then.
 */
export async function takeDueCodes(
  db: Kysely<Tables>,
  now: number,
  until: number,
  limit: number,
): Promise<SignInCodeRow[]> {
  return (
    await sql<SignInCodeRow>`
    update sign_in_requests set due_at = ${until}, attempts = attempts + 1 where id in (
      select id from sign_in_requests where due_at <= ${now} order by due_at limit ${sql.lit(limit)}
      for update skip locked)
    returning *`.execute(db)
  ).rows;
}

/** Puts a fresh code's hash in place. False: another was asked for in the meantime, which has its own turn. */
export async function setCode(db: Kysely<Tables>, row: SignInCodeRow, codeHash: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('sign_in_requests')
    .set({ code_hash: codeHash, tries: 0, expires_at: now + GOOD_FOR })
    .where('id', '=', row.id)
    .where('due_at', '=', row.due_at)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** When the mail is tried again; null: it is settled. */
export const settleCode = (db: Kysely<Tables>, row: SignInCodeRow, dueAt: number | null): Promise<unknown> =>
  db
    .updateTable('sign_in_requests')
    .set({ due_at: dueAt })
    .where('id', '=', row.id)
    .where('due_at', '=', row.due_at)
    .execute();

/** Removes codes that nobody can use any more. */
export async function forgetOldCodes(db: Kysely<Tables>, now: number): Promise<number> {
  return Number(
    (
      await db
        .deleteFrom('sign_in_requests')
        .where('expires_at', '<', now - 60 * 60_000)
        .executeTakeFirst()
    ).numDeletedRows,
  );
}

export const isAnyCodeDue = async (db: Kysely<Tables>, now: number): Promise<boolean> =>
  (await db.selectFrom('sign_in_requests').select('id').where('due_at', '<=', now).limit(1).executeTakeFirst()) !==
  undefined;
