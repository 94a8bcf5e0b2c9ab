import { traceStatement } from './statementSpans.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartupError } from '#server/platform/base/errors.ts';
import { answersInTime, type Database, type DatabaseLog } from './database.ts';
import { PostgresReads } from './longReads.ts';
import { migrate } from './migrate.ts';
import { Client, types, type ClientSettings } from './poolSettings.ts';
import type { Tables } from './tables.ts';
import { logFailuresOf } from './together.ts';

const OLDEST = 15;

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
  };
}

/**
 * Runs `work` on one connection without limits of time, for what changes or copies tables. Throws `StartupError` when
 * the server cannot be used.
 */
export async function onOneConnection<Result>(
  databaseUrl: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const where = placeOf(databaseUrl);
  const pool = new pg.Pool({ ...settingsOf(databaseUrl), max: 1, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => undefined).on('connect', survive);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await checkServer(pool, where);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** A PostgreSQL server from version 15. Throws `StartupError` when it cannot be used. */
export async function openPostgres(databaseUrl: string, log: DatabaseLog): Promise<Database> {
  const where = placeOf(databaseUrl);
  await onOneConnection(databaseUrl, (db) => migrate(db, { log: (message) => log.info(message) }));

  const base = settingsOf(databaseUrl);
  const settings: pg.PoolConfig & ClientSettings = {
    ...base,
    tellRequest: true,
    max: 10,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
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
    ready: () => answersInTime(() => pool.query('select 1')),
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

async function checkServer(pool: pg.Pool, where: string): Promise<void> {
  let version: number;
  let safe: string;
  try {
    const { rows } = await pool.query<{ version: string; safe: string }>(
      "select current_setting('server_version_num') as version, " +
        "current_setting('fsync') || current_setting('full_page_writes') as safe",
    );
    version = Math.floor(Number(rows[0]?.version) / 10_000);
    safe = rows[0]?.safe ?? '';
  } catch (error) {
    throw new StartupError(whyNot(error, where));
  }
  if (version < OLDEST)
    throw new StartupError(`The database at ${where} is PostgreSQL ${version}. Version ${OLDEST} or newer is needed.`);
  if (safe !== 'onon')
    throw new StartupError(
      `The database at ${where} runs with fsync or full_page_writes off, so a power cut could lose claims. ` +
        'Turn both on.',
    );
}

function whyNot(error: unknown, where: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const hint = 'Check DATABASE_URL.';
  if (code === '28P01' || code === '28000')
    return `The database at ${where} refused the user name or password. ${hint}`;
  if (code === '3D000') return `There is no such database: ${where}. ${hint}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host of the database ${where} is not known. ${hint}`;
  if (code === '57P03') return `The database at ${where} is still starting. Try again in a moment.`;
  return (
    `The database at ${where} does not answer (${error instanceof Error ? error.message || code : String(error)}). ` +
    'Start it, or check DATABASE_URL.'
  );
}

/** Host, port and database; never the password. */
function placeOf(databaseUrl: string): string {
  let url: URL;
  try {
    url = new URL(databaseUrl);
  } catch {
    throw new StartupError('DATABASE_URL is not an address such as postgres://user:password@host:5432/database.');
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol))
    throw new StartupError('DATABASE_URL must start with postgres://.');
  return `${url.host || (url.searchParams.get('host') ?? 'localhost')}${url.pathname}`;
}

function withoutParameter(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has(name)) return databaseUrl;
  url.searchParams.delete(name);
  return url.href;
}
