import { traceStatement } from './statementSpans.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { isConnectionLost, StartupError } from '#server/platform/base/errors.ts';
import { answersInTime, type Database, type DatabaseLog } from './database.ts';
import { onlyBy, PostgresReads } from './longReads.ts';
import { migrate } from './migrate.ts';
import { Client, types, type ClientSettings } from './poolSettings.ts';
import type { Tables } from './tables.ts';
import { assertTakesChanges, checkServer, placeOf, unusable } from './serverCheck.ts';
import { logFailuresOf } from './together.ts';
import { passes, untilThere, type WaitForServer } from './waitForServer.ts';

/** How long the server may take over one statement, in milliseconds. */
const LONGEST = 30_000;
/**
 * How long we wait for its answer: a server that is stopped or cut off keeps no limit of its own, and a commit may be
 * held for as long as a synchronous standby is away.
 */
const LATEST = 40_000;

/**
 * A commit waits for the synchronous standbys, and no reader sees it before; yet a server that was restarted meanwhile
 * shows it at once. The next commit, here of nothing but a line of the log, waits for all before it.
 */
const WAIT_FOR_STANDBYS = `select case when current_setting('synchronous_standby_names') <> ''
  then pg_logical_emit_message(true, 'kharcha', '') end`;

function settingsOf(databaseUrl: string): pg.PoolConfig & ClientSettings {
  return {
    Client,
    // `?prepare=false` is for a pooler that lends connections by transaction.
    prepare: new URL(databaseUrl).searchParams.get('prepare') !== 'false',
    connectionString: ['prepare', 'insecure'].reduce(withoutParameter, databaseUrl),
    types,
    application_name: 'kharcha',
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    spoils: isConnectionLost,
  };
}

/**
 * Runs `work` on one connection without limits of time, for what changes or copies tables. Throws `StartupError` when
 * the server cannot be used; with `toWrite` one that only reads cannot.
 */
export async function onOneConnection<Result>(
  databaseUrl: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
  { toWrite = false } = {},
): Promise<Result> {
  const where = placeOf(databaseUrl);
  const pool = new pg.Pool({ ...settingsOf(databaseUrl), max: 1, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined).on('connect', survive);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await checkServer(pool, where, toWrite);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * A PostgreSQL server from version 15, waited for as `wait` says (F3). Throws `StartupError` when it cannot be used.
 */
export async function openPostgres(databaseUrl: string, log: DatabaseLog, wait?: WaitForServer): Promise<Database> {
  const where = placeOf(databaseUrl);
  const bringUp = async (): Promise<void> => {
    try {
      const work = (db: Kysely<Tables>): Promise<void> => migrate(db, { log: (message) => log.info(message) });
      await onOneConnection(databaseUrl, work, { toWrite: wait !== undefined });
    } catch (error) {
      // It went away meanwhile.
      throw error instanceof StartupError || !passes(error) ? error : unusable(error, where);
    }
  };
  await (wait ? untilThere(bringUp, wait, log) : bringUp());

  const base = settingsOf(databaseUrl);
  const greetings: ((db: Kysely<Tables>) => Promise<void>)[] = [];
  // The pool waits for it, which its type does not say.
  const onConnect = (async (client) => {
    for (const greet of greetings) await greet(onlyBy(client));
  }) as NonNullable<pg.PoolConfig['onConnect']>;
  const settings: pg.PoolConfig & ClientSettings = {
    ...base,
    onConnect,
    tellRequest: true,
    max: 10,
    idleTimeoutMillis: 60_000,
    statement_timeout: LONGEST,
    query_timeout: LATEST,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
  };
  const pool = new pg.Pool(settings);
  pool.on('connect', survive);
  pool.on('error', (error) => log.warn(`A connection to the database at ${where} was lost: ${error.message}`));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceStatement });
  logFailuresOf(db, log);
  const longReads = new PostgresReads(base, (pid) => pool.query('select pg_cancel_backend($1)', [pid]));
  return {
    kind: 'postgres',
    backUp: null,
    db,
    pool,
    longReads,
    // PostgreSQL answers a commit once it is synced.
    durable: () => Promise.resolve(),
    confirmed: async () => void (await pool.query(WAIT_FOR_STANDBYS)),
    ready: () => answersInTime(() => assertTakesChanges(pool)),
    onConnection: (greet) => void greetings.push(greet),
    close: async () => {
      await longReads.close();
      await db.destroy();
    },
  };
}

/**
 * A connection that breaks while it is lent out says so to the statement that waits on it; without a listener it would
 * end the process too.
 */
function survive(client: pg.PoolClient): void {
  client.on('error', () => undefined);
}

function withoutParameter(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has(name)) return databaseUrl;
  url.searchParams.delete(name);
  return url.href;
}
