import { cpSync, mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '#server/platform/database/database.ts';
import { EmbeddedReads } from '#server/platform/database/longReads.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { traceStatement } from '#server/platform/database/statementSpans.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { quietLog } from './dataDir.ts';
import { roomyFolder } from './roomyFolder.ts';

/**
 * Embedded databases that the tests of a thread use one after the other: opening one takes five times as long as
 * putting back what it held when it was opened.
 */

/** A database as it was when it was opened. */
export interface LentDatabase {
  dataDir: string;
  database: Database;
  /** Ends what still uses it, and takes it back. */
  giveBack(): Promise<void>;
}

/** What a database held when it was opened. */
interface Held {
  shape: string;
  rows: { table: string; columns: string[]; json: string }[];
  /** What the planner knows of tables and indexes. */
  figures: string;
  /** The names in its folder. */
  files: string[];
}

interface Kept {
  model: string;
  dataDir: string;
  database: Database;
  held: Held;
}

/** More are needed only by a test that starts several servers at once. */
const MOST_IDLE = 2;
const idle: Kept[] = [];

/** Of everything but rows that a test could leave changed: columns, constraints, triggers, functions and schemas. */
async function shapeOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select md5(string_agg(line, ',' order by line)) as shape from (
      select concat_ws(' ', 'c', oid, relname, relkind, relhasrules, reloptions) as line
        from pg_class where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'a', attrelid, attnum, attname, atttypid, attnotnull, attidentity, attisdropped)
        from pg_attribute join pg_class c on c.oid = attrelid where c.relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', 't', oid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', 'k', oid, conname, convalidated) from pg_constraint
      union all select concat_ws(' ', 'f', oid, proname, md5(prosrc)) from pg_proc
        where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', 'n', oid, nspname) from pg_namespace where nspname !~ '^pg_'
    ) lines`.execute(db);
  return rows[0]?.shape ?? '';
}

/** The tables that hold rows, or did. */
async function usedTables(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`.execute(db);
  return rows.map(({ name }) => name);
}

const FIGURES = sql`oid::bigint as oid, relpages, reltuples, relallvisible`;

async function hold(db: Kysely<Tables>, dataDir: string): Promise<Held> {
  const figures = await sql<{ json: string }>`
    select json_agg(c)::text as json
      from (select ${FIGURES} from pg_class where relnamespace = 'public'::regnamespace) c`.execute(db);
  const rows: Held['rows'] = [];
  for (const table of await usedTables(db)) {
    const columns = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
    const all = await sql<{ json: string }>`
      select coalesce(json_agg(to_json(t)), '[]')::text as json from ${sql.table(table)} t`.execute(db);
    rows.push({ table, columns: columns.rows.map(({ name }) => name), json: all.rows[0]?.json ?? '' });
  }
  return { shape: await shapeOf(db), rows, figures: figures.rows[0]?.json ?? '', files: await readdir(dataDir) };
}

/** A transaction in which no trigger runs, and no reference is looked after. */
const unwatched = (db: Kysely<Tables>, work: (tx: Kysely<Tables>) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await work(tx);
  });

/** Puts back what it held. Answers false where a test has changed more than rows. */
async function putBack({ database: { db }, dataDir, held }: Kept): Promise<boolean> {
  if ((await shapeOf(db)) !== held.shape) return false;
  const used = (await usedTables(db)).map((name) => sql.table(name));
  await unwatched(db, async (tx) => {
    for (const table of used) await sql`delete from ${table}`.execute(tx);
  });
  // Rows are to lie in their files as in new ones, in the same order.
  await sql`vacuum ${sql.join(used)}`.execute(db);
  await unwatched(db, async (tx) => {
    for (const { table, columns, json } of held.rows) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(tx);
    }
    await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null`.execute(tx);
    await sql`
      delete from pg_statistic using pg_class c
        where c.oid = starelid and c.relnamespace = 'public'::regnamespace`.execute(tx);
    await sql`
      update pg_class c set relpages = h.relpages, reltuples = h.reltuples, relallvisible = h.relallvisible
        from json_to_recordset(${held.figures}::json)
          as h(oid bigint, relpages int, reltuples real, relallvisible int)
        where c.oid::bigint = h.oid
          and (c.relpages, c.reltuples) is distinct from (h.relpages, h.reltuples)`.execute(tx);
  });
  await sql`select pg_advisory_unlock_all()`.execute(db);
  await sql`reset all`.execute(db);
  for (const name of await readdir(dataDir))
    if (!held.files.includes(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  return true;
}

/** A handle of one borrower: what it has left running finds its end, and not the next one's rows. */
function handleOn(database: Database): { db: Kysely<Tables>; end: () => void } {
  const real = database.pool as pg.Pool;
  let ended = false;
  const connect = (): Promise<pg.PoolClient> =>
    ended ? Promise.reject(new Error('The server of this test has ended.')) : real.connect();
  const pool = { connect, end: () => Promise.resolve(), options: {} };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceStatement }),
    end: () => void (ended = true),
  };
}

async function open(model: string): Promise<Kept> {
  const dataDir = mkdtempSync(path.join(roomyFolder(), 'kharcha-'));
  cpSync(model, dataDir, { recursive: true });
  // None by itself: it would be of many tests.
  const database = await openDatabase({ dataDir, log: quietLog, backups: { every: 0, keys: [], away: null } });
  return { model, dataDir, database, held: await hold(database.db, dataDir) };
}

async function remove({ database, dataDir }: Kept): Promise<void> {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** A database as the one in the data folder `model`. */
export async function borrow(model: string): Promise<LentDatabase> {
  const at = idle.findLastIndex((one) => one.model === model);
  const kept = idle.splice(at, at < 0 ? 0 : 1)[0] ?? (await open(model));
  const { database, dataDir } = kept;
  const { db, end } = handleOn(database);
  return {
    dataDir,
    database: { ...database, db, longReads: new EmbeddedReads(db) },
    async giveBack() {
      end();
      const isAsNew = await putBack(kept).catch(() => false);
      if (!isAsNew) return remove(kept);
      // The newest is the next to be lent; the oldest makes room.
      idle.push(kept);
      const [oldest] = idle.length > MOST_IDLE ? idle.splice(0, 1) : [];
      if (oldest) await remove(oldest);
    },
  };
}
