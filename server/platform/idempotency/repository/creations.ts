import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { countedTogether } from '#server/platform/limits/repository.ts';
import type { Insertion } from './creation.ts';

/** Tables with the columns that their rows name: the same of every row of a table. */
type Shape = Map<string, string>;

/** The columns of each table that `making` has rows of; null: not those that the others of a table name. */
function addShape(shape: Shape, { rows }: Insertion): boolean {
  const own = Object.entries(rows).map(([table, list]) => [table, JSON.stringify(Object.keys(list[0] ?? {}))] as const);
  if (own.some(([table, columns]) => (shape.get(table) ?? columns) !== columns)) return false;
  for (const [table, columns] of own) shape.set(table, columns);
  return true;
}

function insertedInto(table: string, names: string): RawBuilder<unknown> {
  const own = JSON.parse(names) as string[];
  const columns = sql.join(own.map((name) => sql.ref(name)));
  const values = sql.join(own.map((name) => sql.ref(`made.${name}`)));
  return sql`${sql.id(`new_${table}`)} as (
    insert into ${sql.table(table)} (${columns}) select ${values} from taken join asked using (record_id),
      jsonb_populate_recordset(null::${sql.table(table)}, asked.rows -> ${sql.lit(table)}) as made)`;
}

const askedOf = ({ maker, request, answer, rows, now }: Insertion) => ({
  person_id: maker.personId,
  manager_id: maker.managerId,
  bucket: maker.quota?.bucket,
  most: maker.quota?.most,
  key: request?.key,
  method: request?.method,
  path: request?.path,
  request_hash: request?.requestHash,
  body: answer.body,
  record_id: answer.recordId,
  at: now,
  rows,
});

/**
 * Makes what several people ask for as `insertOnce` does for one, in one statement: all that it takes takes effect, or
 * nothing. Answers the ids of the records that it wrote. Whatever is not plain it leaves out, so that nobody waits for
 * somebody else's: a maker whose row is being changed or names another manager, a key that was used, a full day. A key
 * that another statement takes meanwhile fails the whole (its turn would have to be given back). Rows are locked in the
 * order of people, so that two of these never wait for each other.
 */
export async function insertTogether(db: Kysely<Tables>, makings: readonly Insertion[]): Promise<ReadonlySet<string>> {
  const shape: Shape = new Map();
  const plain = makings.filter((making) => making.request !== null && addShape(shape, making));
  if (plain.length === 0) return new Set();
  const inserts = [...shape].map(([table, columns]) => insertedInto(table, columns));
  const { rows } = await sql<{ id: string }>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(plain.map(askedOf))}::jsonb) as a (
        person_id text, manager_id text, bucket text, most bigint, key text, method text, path text, request_hash text,
        body text, record_id text, at bigint, rows jsonb)),
    maker as (
      select id, manager_id from people where id = any(${plain.map(({ maker }) => maker.personId)}::text[])
      order by id for share skip locked),
    unknown as (
      select a.* from asked a
      join maker on maker.id = a.person_id and maker.manager_id is not distinct from a.manager_id
      where not exists (select from idempotency i where i.person_id = a.person_id and i.key = a.key)),
    counted as (${countedTogether('unknown')}),
    taken as (
      insert into idempotency (person_id, key, method, path, request_hash, status, body, record_id, created_at,
        shortened)
      select person_id, key, method, path, request_hash, 200, body, record_id, at, false from unknown
      where bucket is null or bucket in (select bucket from counted) order by person_id
      returning record_id),
    ${sql.join(inserts)}
    select record_id as id from taken`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
