import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { OWNED_ROWS, WholeRows } from '../held/sources.ts';

/** Reads what is held on a person, table by table. Names of tables and columns come from sources.ts alone. */

/** Rows as JSON, made by the database: thousands of them are neither parsed nor written here. */
const rowsOf = async (db: Kysely<Tables>, query: RawBuilder<{ row: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ row }) => row);

/** The rows that are about the person. */
export function wholeRows(
  db: Kysely<Tables>,
  { table, of, without = [] }: WholeRows,
  personId: string,
): Promise<string[]> {
  const named = of.map((column) => sql`t.${sql.ref(column)} = ${personId}`);
  return rowsOf(
    db,
    sql<{ row: string }>`select (to_jsonb(t) - ${[...without]}::text[])::text as row from ${sql.table(table)} t
      where ${sql.join(named, sql` or `)}`,
  );
}

/** The rows that belong to the person's claims or trips. */
export const ownedRows = (
  db: Kysely<Tables>,
  { table, by, owner }: (typeof OWNED_ROWS)[number],
  personId: string,
): Promise<string[]> =>
  rowsOf(
    db,
    sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t
      where t.${sql.ref(by)} in (select id from ${sql.table(owner)} where owner_id = ${personId})`,
  );

/** Keys of the rows in which the person plays a part. */
export async function mentions(
  db: Kysely<Tables>,
  { table, column, key }: { table: string; column: string; key: string },
  personId: string,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select distinct t.${sql.ref(key)}::text as key from ${sql.table(table)} t
    where t.${sql.ref(column)} = ${personId} order by 1`.execute(db);
  return rows.map((row) => row.key);
}

/** Of these kinds the rows of one's own say nothing of others. */
const OWN_KINDS = ['session', 'person', 'refusal', 'view', 'export'];
const LOG_ROWS = 5_000;

/**
 * The rows of the log that name the person, some thousand at a time: whole where they are about them, else without what
 * they say of others.
 */
export async function* logRows(db: Kysely<Tables>, personId: string): AsyncGenerator<string[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; row: string }>`
      select a.id, (case
        when a.record_id = ${personId} or (a.actor_id = ${personId} and a.record_kind = any(${OWN_KINDS}))
        then to_jsonb(a) else to_jsonb(a) - array['before', 'after', 'request_key', 'previous_hash', 'hash']
          - case when a.actor_id = ${personId} then array[]::text[] else array['origin'] end end)::text as row
      from audit_log a
      where (a.actor_id = ${personId} or a.on_behalf_of = ${personId} or a.record_id = ${personId})
        and a.id > ${after}::bigint order by a.id limit ${sql.lit(LOG_ROWS)}`.execute(db);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    const last = rows.at(-1);
    if (!last || rows.length < LOG_ROWS) return;
    after = last.id;
  }
}

/** Files of the person: what they uploaded as it is, what others put on their records as others see it. */
export async function heldFiles(
  db: Kysely<Tables>,
  personId: string,
): Promise<{ hash: string; stored: string; name: string; size: number }[]> {
  const { rows } = await sql<{ hash: string; stored: string; name: string; size: number }>`
    select f.hash, case when (max(own) = 1 and f.place_erased_at is null) or f.type not like 'image/%' then f.hash
        else f.shown_hash end as stored,
      max(n.name) as name, f.size
    from (
      select file_hash, name, 1 as own from file_owners where person_id = ${personId}
      union all select b.file_hash, b.name, 0 from claim_bills b join claims c on c.id = b.claim_id
        where c.owner_id = ${personId}
      union all select k.file_hash, k.name, 0 from trip_tickets k join trips t on t.id = k.trip_id
        where t.owner_id = ${personId}
    ) n join files f on f.hash = n.file_hash
    group by f.hash, f.type, f.shown_hash, f.size, f.place_erased_at order by f.hash`.execute(db);
  return rows.filter((row) => row.stored !== null);
}
