import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { BillFacts } from './claims.ts';
import type { KeyedRequest, StoredAnswer } from './idempotency.ts';

/** What must be known before a claim is made. */
export interface CreationFacts {
  managerEmail: string | null;
  managerName: string | null;
  /** The files asked for that the person uploaded. */
  uploads: BillFacts[];
  /** What the key was used for already. */
  stored: StoredAnswer | null;
}

/** Reads it in one statement: each round trip more is paid by every claim that is filed. */
export async function creationFacts(db: Kysely<Tables>, personId: string, managerId: string | null, hashes: readonly string[], key: string | null): Promise<CreationFacts> {
  const result = await sql<CreationFacts>`
    select m.email as "managerEmail", m.name as "managerName",
      coalesce((
        select json_agg(json_build_object('fingerPrint', f.hash, 'name', u.name, 'size', f.size, 'type', f.type))
        from file_owners u join files f on f.hash = u.file_hash where u.person_id = p.id and u.file_hash = any(${hashes}::text[])
      ), '[]'::json) as uploads,
      (select to_json(i) from idempotency i where i.person_id = p.id and i.key = ${key}::text) as stored
    from people p left join people m on m.id = ${managerId}::text where p.id = ${personId}`.execute(db);
  const [facts] = result.rows;
  if (!facts) throw new Error('The person of a session is not in the directory');
  return facts;
}

/** Rows to insert; every row of one table names the same columns. */
export type NewRows = { [Table in keyof Tables]?: readonly object[] };

function inserted(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`${sql.id(`new_${table}`)} as (
    insert into ${sql.table(table)} (${columns}) select ${columns} from taken, jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb))`;
}

/**
 * Takes the key with its answer and inserts the rows, all in one statement: all of it happens, or, when the key was
 * taken before, nothing. False: it was; another statement that was still writing it has been waited for.
 */
export async function insertOnce(db: Kysely<Tables>, request: KeyedRequest | null, answer: { body: string; recordId: string }, rows: NewRows, now: number): Promise<boolean> {
  const taken = request
    ? sql`insert into idempotency (person_id, key, method, path, request_hash, status, body, record_id, created_at)
        values (${request.personId}, ${request.key}, ${request.method}, ${request.path}, ${request.requestHash}, 200, ${answer.body}, ${answer.recordId}, ${now}) on conflict do nothing returning 1`
    : sql`select 1`;
  const inserts = Object.entries(rows).map(([table, list]) => inserted(table, list));
  const result = await sql<{ n: number }>`with taken as (${taken}), ${sql.join(inserts)} select count(*) as n from taken`.execute(db);
  return result.rows[0]?.n === 1;
}
