import { sql, type Kysely } from 'kysely';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Tables } from '../database/tables.ts';

/** Mails that wait to be sent, for all processes. */

export interface QueuedMail {
  id: string;
  personId: string;
  kind: string;
  /** Epoch milliseconds. */
  queuedAt: number;
  attempts: number;
}

/** Rows that are written at once. */
const AT_ONCE = 1_000;

/** Queues a mail of this kind to each of these people, in the transaction of what it tells of. */
export async function queueMails(
  tx: Kysely<Tables>,
  kind: string,
  personIds: readonly string[],
  now: number,
): Promise<void> {
  for (let at = 0; at < personIds.length; at += AT_ONCE) {
    const rows = personIds
      .slice(at, at + AT_ONCE)
      .map((personId) => ({ id: newId('MLQ', now), person_id: personId, kind, created_at: now, due_at: now }));
    await tx.insertInto('mails').values(rows).execute();
  }
}

/**
 * The same, where none of this kind waits for them already: one that nobody has begun to send tells of this too, and is
 * held until the transaction ends.
 */
export async function queueMailsOnce(
  tx: Kysely<Tables>,
  kind: string,
  personIds: readonly string[],
  now: number,
): Promise<void> {
  const { rows } = await sql<{ personId: string }>`
    update mails set created_at = least(created_at, ${now}) where id in (
      select id from mails where kind = ${kind} and attempts = 0 and person_id = any(${personIds}::text[])
      order by id for update)
    returning person_id as "personId"`.execute(tx);
  const waiting = new Set(rows.map(({ personId }) => personId));
  await queueMails(
    tx,
    kind,
    personIds.filter((id) => !waiting.has(id)),
    now,
  );
}

/** Takes the next that are due, until `until`: other processes pass them over, and one that dies is taken over then. */
export async function takeMails(
  db: Kysely<Tables>,
  { now, until, most }: { now: number; until: number; most: number },
): Promise<QueuedMail[]> {
  const { rows } = await sql<QueuedMail>`
    update mails set due_at = ${until}, attempts = attempts + 1 where id in (
      select id from mails where due_at <= ${now} order by due_at, id limit ${sql.lit(most)} for update skip locked)
    returning id, person_id as "personId", kind, created_at as "queuedAt", attempts`.execute(db);
  return rows;
}

/** It is not to be sent any more. */
export const dropMail = (db: Kysely<Tables>, id: string): Promise<unknown> =>
  db.deleteFrom('mails').where('id', '=', id).execute();

/** None of this kind that still waits is to be sent. */
export const dropMails = (tx: Kysely<Tables>, kind: string): Promise<unknown> =>
  tx.deleteFrom('mails').where('kind', '=', kind).execute();

/** Tries it again at `dueAt`. */
export const postponeMail = (db: Kysely<Tables>, id: string, dueAt: number): Promise<unknown> =>
  db.updateTable('mails').set({ due_at: dueAt }).where('id', '=', id).execute();

/** Forgets those that were queued before `before`: where no mail is sent they would pile up. Answers how many. */
export async function forgetMails(db: Kysely<Tables>, before: number): Promise<number> {
  return Number((await db.deleteFrom('mails').where('created_at', '<', before).executeTakeFirst()).numDeletedRows);
}
