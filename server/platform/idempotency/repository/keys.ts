import { sql, type Kysely, type Selectable } from 'kysely';
import type { IdempotencyTable, Tables } from '#server/platform/database/tables.ts';
import { KEEP_DAYS } from '#contract/limits.ts';

export type StoredAnswer = Selectable<IdempotencyTable>;

/** A keyed request, as it is compared with the one that first used the key. */
export interface KeyedRequest {
  personId: string;
  key: string;
  method: string;
  path: string;
  requestHash: string;
}

/**
 * Takes the key for this transaction. False: it is taken; another transaction that is still writing it is waited for.
 */
export async function takeKey(tx: Kysely<Tables>, request: KeyedRequest, now: number): Promise<boolean> {
  const done = await tx
    .insertInto('idempotency')
    .values({
      person_id: request.personId,
      key: request.key,
      method: request.method,
      path: request.path,
      request_hash: request.requestHash,
      status: 0,
      body: '',
      record_id: null,
      created_at: now,
      shortened: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export const answerUnder = (db: Kysely<Tables>, personId: string, key: string): Promise<StoredAnswer | undefined> =>
  db.selectFrom('idempotency').selectAll().where('person_id', '=', personId).where('key', '=', key).executeTakeFirst();

/** Stores the answer under the key that this transaction took. */
export async function keepAnswer(
  tx: Kysely<Tables>,
  request: KeyedRequest,
  answer: { status: number; body: string; recordId: string | null; shortened: false | null },
): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ status: answer.status, body: answer.body, record_id: answer.recordId, shortened: answer.shortened })
    .where('person_id', '=', request.personId)
    .where('key', '=', request.key)
    .execute();
}

/** Which of the keys this person has used. */
export async function knownKeys(db: Kysely<Tables>, personId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('idempotency')
    .select('key')
    .where('person_id', '=', personId)
    .where('key', 'in', [...keys])
    .execute();
  return rows.map(({ key }) => key);
}

/** How many changes of this person were carried out since then. */
export async function countTaken(db: Kysely<Tables>, personId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('idempotency')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .where('created_at', '>=', since)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Leaves of answers given before that moment their receipts alone, `most` at the most; one that is being read is left
 * for another time. Answers how many.
 */
export async function shortenAnswers(db: Kysely<Tables>, before: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update idempotency set shortened = true, body = coalesce(body::json ->> 'receipt', '')
    where (person_id, key) in (
      select person_id, key from idempotency where shortened = false and created_at < ${before} order by created_at
      limit ${most} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const KEPT_MILLIS = KEEP_DAYS * 86_400_000;

/** Forgets answers kept for repeated requests, after 400 days. The key itself stays with what it made, for ever. */
export async function forgetOldAnswers(db: Kysely<Tables>, now: number): Promise<number> {
  const result = await db
    .deleteFrom('idempotency')
    .where('created_at', '<', now - KEPT_MILLIS)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
