import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/*
 * What copies of a whole database have in common: the tables are made by the migrations, and filled with triggers and
 * constraints between them taken off, so that their order does not matter and nothing is counted or told twice.
 */

async function namesOf(db: Kysely<Tables>, query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/** The schema that statements without one mean. */
export const schemaOf = async (db: Kysely<Tables>): Promise<string> =>
  (await namesOf(db, sql<{ name: string }>`select current_schema() as name`))[0] ?? 'public';

/** Its tables, without those in which the migrator keeps what it has done. */
export const tablesIn = (db: Kysely<Tables>, schema: string): Promise<string[]> =>
  namesOf(
    db,
    sql<{ name: string }>`
      select tablename as name from pg_tables
        where schemaname = ${schema} and tablename not like 'kysely_%' order by tablename`,
  );

/** A column that holds what was written, and its type as PostgreSQL writes it. */
export interface Column {
  name: string;
  type: string;
}

/** The columns of a table in their order, without those that PostgreSQL computes. */
export const columnsOf = async (db: Kysely<Tables>, schema: string, table: string): Promise<Column[]> =>
  (
    await sql<Column>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass
          and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(db)
  ).rows;

/** Foreign keys of these tables are taken off while they are filled, and put on again, which checks the rows. */
export async function withoutForeignKeys(
  tx: Transaction<Tables>,
  schema: string,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await sql<{ owner: string; name: string; definition: string }>`
    select relname as owner, conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      where nspname = ${schema} and contype = 'f' and relname = any(${tables})`.execute(tx);
  for (const { owner, name } of rows)
    await sql`alter table ${sql.id(schema, owner)} drop constraint ${sql.id(name)}`.execute(tx);
  await fill();
  for (const { owner, name, definition } of rows)
    await sql`alter table ${sql.id(schema, owner)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(tx);
}

/** Empties a table, also of what the migrations put there, and fills it without its triggers. */
export async function refill(
  tx: Transaction<Tables>,
  schema: string,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  await sql`alter table ${sql.id(schema, table)} disable trigger user`.execute(tx);
  await sql`truncate ${sql.id(schema, table)}`.execute(tx);
  await fill();
  await sql`alter table ${sql.id(schema, table)} enable trigger user`.execute(tx);
}

/** Sequences of `schema` in `to` go on where those of `from` stand. */
export async function copySequences(
  from: { db: Kysely<Tables>; schema: string },
  to: { tx: Transaction<Tables>; schema: string },
): Promise<void> {
  const { rows } = await sql<{ name: string; value: number }>`
    select sequencename as name, last_value as value from pg_sequences
      where schemaname = ${from.schema} and last_value is not null`.execute(from.db);
  for (const { name, value } of rows)
    await sql`select setval(${sql.lit(`"${to.schema}"."${name}"`)}::regclass, ${value})`.execute(to.tx);
}
