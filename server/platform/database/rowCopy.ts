import { sql, type Kysely, type Transaction } from 'kysely';
import { columnsOf, type Column } from './tableCopy.ts';
import type { Tables } from './tables.ts';

/*
 * Copies the rows of a table from one database to another. Values go as the text that PostgreSQL writes and reads
 * itself, as in its own COPY, so none passes through a type of JavaScript.
 */

/** A batch has no more rows than this, and with the largest of them about so many characters. */
const BATCH_ROWS = 1_000;
const BATCH_LENGTH = 4e6;

/** A side of the copy: over what it is asked, and in which schema its tables are. */
export interface Side {
  db: Kysely<Tables>;
  schema: string;
}

const asTexts = (columns: readonly Column[]) => sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));

/** How many rows of a table go at once: previews are large, and so may be any row. */
async function batchOf({ db, schema }: Side, table: string, columns: readonly Column[]): Promise<number> {
  const { rows } = await sql<{ largest: number | null }>`
    select max(octet_length(row(${asTexts(columns)})::text)) as largest from ${sql.id(schema, table)}`.execute(db);
  return Math.min(BATCH_ROWS, Math.max(1, Math.floor(BATCH_LENGTH / (rows[0]?.largest ?? 1))));
}

type TextRow = Record<string, string | null>;

async function insertRows(
  { db, schema }: Side,
  table: string,
  columns: readonly Column[],
  rows: readonly TextRow[],
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const typed = sql.join(columns.map(({ name, type }) => sql`u.${sql.ref(name)}::${sql.raw(type)}`));
  const values = sql.join(columns.map(({ name }) => sql`${rows.map((row) => row[name] ?? null)}::text[]`));
  await sql`
    insert into ${sql.id(schema, table)} (${names}) overriding system value
      select ${typed} from unnest(${values}) as u (${names})`.execute(db);
}

/** Copies a table to the empty one of the same name, in the memory of a batch. */
export async function copyRows(from: Side, to: Side, table: string): Promise<void> {
  const columns = await columnsOf(to.db, to.schema, table);
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`));
  const batch = await batchOf(from, table, columns);
  await from.db.transaction().execute(async (source) => {
    await sql`declare moving no scroll cursor for select ${texts} from ${sql.id(from.schema, table)}`.execute(source);
    for (;;) {
      const { rows } = await sql<TextRow>`fetch ${sql.lit(batch)} from moving`.execute(source);
      if (rows.length === 0) return;
      await insertRows(to, table, columns, rows);
    }
  });
}

/** Sets for this transaction what decides how values are written and read, and for how long it may take. */
export async function writeAsUsual(tx: Transaction<Tables>): Promise<void> {
  const settings = {
    datestyle: 'ISO',
    bytea_output: 'hex',
    array_nulls: 'on',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings))
    await sql`select set_config(${name}, ${value}, true)`.execute(tx);
}

/** What a table holds, in short: equal digests are equal rows, in whatever order. */
interface Digest {
  rows: number;
  digest: string;
}

async function digestOf({ db, schema }: Side, table: string): Promise<Digest> {
  const columns = await columnsOf(db, schema, table);
  const { rows } = await sql<Digest>`
    select count(*) as rows,
        coalesce(sum(('x' || left(md5(row(${asTexts(columns)})::text), 15))::bit(60)::bigint), 0)::text as digest
      from ${sql.id(schema, table)}`.execute(db);
  return rows[0] ?? { rows: 0, digest: '' };
}

/** Names of the tables that do not hold the same on both sides, and how many rows there are on the first. */
export async function compare(
  from: Side,
  to: Side,
  tables: readonly string[],
): Promise<{ rows: number; differ: string[] }> {
  const differ: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const [here, there] = [await digestOf(from, table), await digestOf(to, table)];
    if (here.rows !== there.rows || here.digest !== there.digest) differ.push(table);
    rows += here.rows;
  }
  return { rows, differ };
}
