import { sql, type Kysely, type Transaction } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrate, migrationState } from './migrate.ts';
import { onOneConnection } from './postgres.ts';
import { columnsOf, copySequences, refill, schemaOf, tablesIn, withoutForeignKeys, type Column } from './tableCopy.ts';
import type { Tables } from './tables.ts';

/*
 * Values go as the text that PostgreSQL writes and reads itself, as in its own COPY, so none passes through a type of
 * JavaScript. All of it is one transaction: a move that is killed leaves an empty database.
 */

/** A batch has about so many bytes, and no more rows than this. */
const BATCH_BYTES = 4e6;
const BATCH_ROWS = 1_000;

/** A side of the copy: over what it is asked, and in which schema its tables are. */
interface Side {
  db: Kysely<Tables>;
  schema: string;
}

/** What a table holds, in short: equal digests are equal rows, in whatever order. */
interface Digest {
  rows: number;
  digest: string;
}

async function digestOf({ db, schema }: Side, table: string): Promise<Digest> {
  const columns = await columnsOf(db, schema, table);
  const row = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  const { rows } = await sql<Digest>`
    select count(*) as rows,
        coalesce(sum(('x' || left(md5(row(${row})::text), 15))::bit(60)::bigint), 0)::text as digest
      from ${sql.id(schema, table)}`.execute(db);
  return rows[0] ?? { rows: 0, digest: '' };
}

/** How many rows of a table go at once: those of previews are large. */
async function batchOf({ db, schema }: Side, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_table_size(format('%I.%I', ${schema}::text, ${table}::text)::regclass)
      / greatest((select count(*) from ${sql.id(schema, table)}), 1) as bytes`.execute(db);
  return Math.min(BATCH_ROWS, Math.max(1, Math.floor(BATCH_BYTES / Math.max(1, rows[0]?.bytes ?? 1))));
}

type TextRow = Record<string, string | null>;

async function insertRows(
  tx: Transaction<Tables>,
  target: { schema: string; table: string; columns: readonly Column[] },
  rows: readonly TextRow[],
): Promise<void> {
  const { schema, table, columns } = target;
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const typed = sql.join(columns.map(({ name, type }) => sql`u.${sql.ref(name)}::${sql.raw(type)}`));
  const values = sql.join(columns.map(({ name }) => sql`${rows.map((row) => row[name] ?? null)}::text[]`));
  await sql`
    insert into ${sql.id(schema, table)} (${names}) overriding system value
      select ${typed} from unnest(${values}) as u (${names})`.execute(tx);
}

async function copyTable(from: Side, tx: Transaction<Tables>, schema: string, table: string): Promise<void> {
  const columns = await columnsOf(tx, schema, table);
  const texts = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`));
  const batch = await batchOf(from, table);
  await from.db.transaction().execute(async (source) => {
    await sql`declare moving no scroll cursor for select ${texts} from ${sql.id(from.schema, table)}`.execute(source);
    for (;;) {
      const { rows } = await sql<TextRow>`fetch ${sql.lit(batch)} from moving`.execute(source);
      if (rows.length === 0) return;
      await insertRows(tx, { schema, table, columns }, rows);
    }
  });
}

/** Names of the tables that do not hold the same on both sides, and how many rows there are on the first. */
async function compare(from: Side, to: Side, tables: readonly string[]): Promise<{ rows: number; differ: string[] }> {
  const differ: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const [here, there] = [await digestOf(from, table), await digestOf(to, table)];
    if (here.rows !== there.rows || here.digest !== there.digest) differ.push(table);
    rows += here.rows;
  }
  return { rows, differ };
}

/** Whether a server has used it, or somebody is in it. Nobody else changes it until the transaction ends. */
async function isUsed(tx: Transaction<Tables>): Promise<boolean> {
  await sql`lock table lives in access exclusive mode`.execute(tx);
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from lives) or exists (select 1 from people) as used`.execute(tx);
  return rows[0]?.used !== false;
}

const inUse = (): StartupError =>
  new StartupError(
    'The database of DATABASE_URL is in use already. Set it to an empty one; nothing was changed in either.',
  );

/** What was moved. */
export interface Move {
  tables: number;
  rows: number;
  /** False: an earlier move had done all of it. */
  copied: boolean;
}

export interface MoveOptions {
  from: Kysely<Tables>;
  /** `postgres://…` of a database that no server has used. */
  databaseUrl: string;
  /** For the log: migrations that ran. */
  log: (message: string) => void;
  /** Whether the database, which is in use, holds all that this one does. */
  goesOn: (tx: Transaction<Tables>) => Promise<boolean>;
  /** Adds what the new database knows of itself, in the transaction of the copy. */
  settle: (tx: Transaction<Tables>) => Promise<void>;
  /** Called when all is copied and compared, just before it takes effect. */
  beforeCommit: () => void;
}

/**
 * Copies every row of a database that nobody uses to an empty one on a PostgreSQL server, and compares them. Throws
 * `StartupError`, with nothing changed there but its empty tables, where that one is in use or something differs.
 */
export const moveDatabase = ({ from, databaseUrl, log, goesOn, settle, beforeCommit }: MoveOptions): Promise<Move> =>
  onOneConnection(
    databaseUrl,
    async (db) => {
      const { applied, pending } = await migrationState(db);
      // Of another build, and perhaps with servers of it: not ours to bring up to date.
      if (applied.length > 0 && pending.length > 0) throw inUse();
      await migrate(db, { log });
      const move = await db.transaction().execute(async (tx) => {
        const [source, target] = [
          { db: from, schema: await schemaOf(from) },
          { db: tx, schema: await schemaOf(tx) },
        ];
        // Ours alone: others may have theirs beside them.
        const tables = await tablesIn(from, source.schema);
        await sql`set local datestyle = 'ISO'`.execute(tx);
        await sql`set local bytea_output = 'hex'`.execute(tx);
        if (await isUsed(tx)) {
          if (await goesOn(tx)) return { tables: tables.length, rows: 0, copied: false };
          throw inUse();
        }
        await withoutForeignKeys(tx, target.schema, async () => {
          for (const table of tables)
            await refill(tx, target.schema, table, () => copyTable(source, tx, target.schema, table));
        });
        await copySequences(source, { tx, schema: target.schema });
        const { rows, differ } = await compare(source, target, tables);
        if (differ.length > 0)
          throw new StartupError(
            `What arrived is not what was sent, in ${differ.join(', ')}. Nothing was changed. Please report it.`,
          );
        await settle(tx);
        beforeCommit();
        return { tables: tables.length, rows, copied: true };
      });
      // Plans of the first hour would be those of empty tables.
      if (move.copied) await sql`analyze`.execute(db);
      return move;
    },
    { toWrite: true },
  );
