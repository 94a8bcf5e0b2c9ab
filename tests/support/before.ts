import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { openDatabase } from '#server/platform/database/open.ts';
import { EngineKeeper } from '#server/platform/database/engineKeeper.ts';
import { oneSession } from '#server/platform/database/poolSettings.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { quietLog } from './dataDir.ts';
import { readLines } from './fixtures.ts';
import { createOnPostgres, databaseName, type TestDatabase } from './server.ts';

/** The database of the build before, as tests/fixtures/make.ts recorded it: its rows, and files of its data folder. */

type Row = Record<string, unknown>;
interface TableRow {
  table: string;
  row: Row;
}
interface Sequence {
  sequence: string;
  value: number;
}
interface FolderFile {
  file: string;
  base64: string;
}
type Line = { migrations: string[]; tables: string[] } | TableRow | Sequence | FolderFile;

/** Names the very database it lies in: in another it says that a backup was restored, which ends sessions (S14). */
const LIVES = 'lives';

/** Files below the data folder that are not the database itself. */
function folderFiles(dataDir: string): FolderFile[] {
  const names = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)));
  return names
    .filter((name) => /^(files|audit-heads|uploads)\//.test(name))
    .toSorted()
    .map((file) => ({ file, base64: readFileSync(path.join(dataDir, file)).toString('base64') }));
}

/** Everything that a database and its data folder hold, as lines of the fixture. */
export async function dump(db: Kysely<Tables>, dataDir: string): Promise<Line[]> {
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const { rows: named } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const tables = named.map(({ name }) => name).filter((name) => !name.startsWith('kysely_'));
  const lines: Line[] = [{ migrations: applied.map(({ name }) => name), tables }];
  for (const table of tables.filter((name) => name !== LIVES)) {
    const { rows } = await sql<{ row: string }>`select to_json(t)::text as row from ${sql.table(table)} t`.execute(db);
    lines.push(...rows.map(({ row }) => ({ table, row: JSON.parse(row) as Row })));
  }
  const { rows: sequences } = await sql<Sequence>`
    select sequencename as sequence, last_value as value
      from pg_sequences where schemaname = 'public' and last_value is not null order by 1`.execute(db);
  return [...lines, ...sequences, ...folderFiles(dataDir)];
}

async function generated(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public' and is_generated = 'ALWAYS'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Puts the rows in as they were: no trigger runs, and what the migrations put in by themselves goes first. */
async function load(db: Kysely<Tables>, lines: readonly Line[]): Promise<void> {
  const made = await generated(db);
  const rows = lines.filter((line) => 'row' in line);
  const tables = lines.flatMap((line) => ('tables' in line ? line.tables : []));
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
    for (const table of tables) {
      const own = rows.filter((line) => line.table === table).map(({ row }) => row);
      if (!own[0]) continue;
      const columns = sql.join(
        Object.keys(own[0])
          .filter((name) => !made.has(`${table}.${name}`))
          .map((name) => sql.ref(name)),
      );
      await sql`
        insert into ${sql.table(table)} (${columns}) overriding system value
          select ${columns}
            from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(own)}::json)`.execute(tx);
    }
    for (const line of lines)
      if ('sequence' in line) await sql`select setval(${line.sequence}::regclass, ${line.value})`.execute(tx);
  });
}

/** Brings an empty database as far as these migrations and no further. Throws where one of them is gone. */
async function migrateTo(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const known = Object.fromEntries(
    names.map((name) => {
      const migration = migrations[name];
      if (!migration) throw new Error(`The migration ${name} is gone`);
      return [name, migration];
    }),
  );
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(known) },
  }).migrateToLatest();
  if (error) throw error;
}

/** The database's shape, one line for each column, index, constraint, trigger and function. */
export async function schemaOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format(
        'column %s.%s %s%s%s%s', table_name, column_name, data_type, case is_nullable when 'NO' then ' not null' end,
        ' default ' || column_default, ' as ' || generation_expression
      ) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('function %s %s', proname, md5(prosrc))
      from pg_proc join pg_language l on l.oid = prolang
      where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql')`.execute(db);
  return rows
    .map(({ line }) => line)
    .filter((line) => !line.includes('kysely_'))
    .toSorted();
}

async function connected<T>(dataDir: string, url: string | null, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const keeper =
    url === null
      ? await EngineKeeper.start({
          folder: path.join(dataDir, 'database'),
          log: quietLog,
          onFatal: (error) => {
            throw error;
          },
        })
      : null;
  const pool = keeper
    ? oneSession(
        () => keeper.openStream(),
        (error) => error,
      )
    : new pg.Pool({ connectionString: url ?? '', max: 1 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await keeper?.close();
  }
}

/** What the database looked like before the present server opened it. */
export interface Before extends TestDatabase {
  schema: string[];
}

/** A database as the build before left it, which nobody has opened since. */
export interface MadeBefore {
  schema: string[];
  migrations: readonly string[];
  /** Its address on PostgreSQL; null in the data folder. */
  url: string | null;
  remove: () => Promise<void>;
}

/** Makes the database of before in an empty data folder, or on the PostgreSQL server at `server`. */
export async function makeBefore(dataDir: string, server: string | undefined): Promise<MadeBefore> {
  const lines = readLines<Line>('database.jsonl');
  const made = server ? await createOnPostgres(server, databaseName()) : null;
  const names = lines.flatMap((line) => ('migrations' in line ? line.migrations : []));
  const schema = await connected(dataDir, made?.url ?? null, async (db) => {
    await migrateTo(db, names);
    const shape = await schemaOf(db);
    await load(db, lines);
    return shape;
  });
  for (const line of lines) {
    if (!('file' in line)) continue;
    mkdirSync(path.dirname(path.join(dataDir, line.file)), { recursive: true });
    writeFileSync(path.join(dataDir, line.file), Buffer.from(line.base64, 'base64'));
  }
  return { schema, migrations: names, url: made?.url ?? null, remove: made?.remove ?? (() => Promise.resolve()) };
}

/** Makes the database of before in an empty data folder, then opens it as a server does, which migrates further. */
export async function openBefore(dataDir: string): Promise<Before> {
  const { schema, url, remove } = await makeBefore(dataDir, process.env['TEST_DATABASE_URL']);
  return { schema, database: await openDatabase({ dataDir, databaseUrl: url, log: quietLog }), remove };
}
