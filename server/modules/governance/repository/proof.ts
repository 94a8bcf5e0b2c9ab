import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** What a proof pack reads beside the log. */

/** Ids of the questions about a record. */
export const enquiriesOf = async (db: Kysely<Tables>, recordId: string): Promise<string[]> =>
  (await db.selectFrom('enquiries').select('id').where('record_id', '=', recordId).orderBy('id').execute()).map(
    ({ id }) => id,
  );

interface Found {
  fingerPrint: string;
  name: string;
  size: number;
  type: string;
  /** What others see of a picture; null: not found out yet. */
  shown: string | null;
}

/** These files with the names that the record gives them, by fingerprint. */
export async function filesOf(
  db: Kysely<Tables>,
  recordId: string,
  prints: readonly string[],
): Promise<Map<string, Found>> {
  const { rows } = await sql<{ hash: string; size: number; type: string; shown_hash: string | null; name: string }>`
    select f.hash, f.size, f.type, f.shown_hash, coalesce(
      (select b.name from claim_bills b where b.claim_id = ${recordId} and b.file_hash = f.hash limit 1),
      (select t.name from trip_tickets t where t.trip_id = ${recordId} and t.file_hash = f.hash limit 1),
      (select o.name from file_owners o where o.file_hash = f.hash order by o.created_at limit 1), '') as name
    from files f where f.hash = any(${[...prints]}::text[])`.execute(db);
  return new Map(
    rows.map(({ hash, size, type, shown_hash: shown, name }) => [hash, { fingerPrint: hash, size, type, name, shown }]),
  );
}
