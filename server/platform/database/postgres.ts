import { aloneOn } from './alone.ts';
import { ServerClock } from './clock.ts';
import { traceStatement } from './statementSpans.ts';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { isReading } from '#server/platform/base/requestId.ts';
import { isConnectionLost, StartupError } from '#server/platform/base/errors.ts';
import { answersInTime, type Database, type DatabaseLog } from './database.ts';
import { onlyBy, PostgresReads } from './longReads.ts';
import { migrate } from './migrate.ts';
import { Client, types, type ClientSettings } from './poolSettings.ts';
import type { Tables } from './tables.ts';
import { assertTakesChanges, checkServer, placeOf, unusable } from './serverCheck.ts';
import { logFailuresOf } from './together.ts';
import { passes, untilThere, type WaitForServer } from './waitForServer.ts';

/**
 * How long the server may take over one statement, in milliseconds, and how long we wait for its answer: a server that
 * is stopped or cut off keeps no limit of its own, and a commit may be held for as long as a synchronous standby is
 * away.
 */
export const LIMITS = { statement_timeout: 30_000, query_timeout: 40_000 };

/**
 * A commit waits for the synchronous standbys, and no reader sees it before; yet a server that was restarted meanwhile
 * shows it at once. The next commit, here of nothing but a line of the log, waits for all before it. A former leader
 * shows it too, and whether the next one has it is not known there: a change of nothing, which a server that only reads
 * refuses (25006), says so first.
 */
const WAIT_FOR_STANDBYS = `with taken as (update secrets set value = value where false)
  select case when current_setting('synchronous_standby_names') <> ''
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

const NEVER = new AbortController().signal;
/**
 * Without a limit of time, what was begun over a network that is cut off would hold its tables for the hours that a
 * system waits by itself: PostgreSQL ends it after a minute and a half. We notice about as soon while we only wait, and
 * after a quarter of an hour where we had just sent something.
 */
const SILENCE = 60_000;
const NO_LIMITS = `set statement_timeout = 0; set lock_timeout = 0; set tcp_keepalives_idle = ${SILENCE / 1_000};
  set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3; set tcp_user_timeout = ${SILENCE * 1.5}`;

/**
 * Runs `work` on one connection without limits of time, for what changes or copies tables. Throws `StartupError` when
 * the server cannot be used; with `toWrite` one that only reads cannot.
 */
export async function onOneConnection<Result>(
  databaseUrl: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
  { toWrite = false, signal }: { toWrite?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<Result> {
  const where = placeOf(databaseUrl);
  const settings = settingsOf(databaseUrl);
  // A role may have limits of its own; behind a pooler that lends connections by transaction none would go with it.
  const onConnect = (async (client) => {
    if (settings.prepare !== false) await client.query(NO_LIMITS);
  }) as NonNullable<pg.PoolConfig['onConnect']>;
  const limits = { max: 1, connectionTimeoutMillis: 5_000, keepAliveInitialDelayMillis: SILENCE };
  const pool = new pg.Pool({ ...settings, ...limits, onConnect });
  pool
    .on('error', () => undefined)
    .on('connect', (client) => {
      survive(client);
      signal?.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
    });
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
  const clock = new ServerClock();
  const base = settingsOf(databaseUrl);
  const alone = aloneOn({ ...base, query_timeout: LIMITS.query_timeout });
  const bringUp = async (): Promise<void> => {
    try {
      const work = async (db: Kysely<Tables>): Promise<void> => {
        const inUse = { alone, signal: wait?.signal ?? NEVER };
        await migrate(db, { inUse, log: (message) => log.info(message) });
        await clock.read(db);
      };
      await onOneConnection(databaseUrl, work, { toWrite: wait !== undefined, signal: wait?.signal });
    } catch (error) {
      // It went away meanwhile.
      throw error instanceof StartupError || !passes(error) ? error : unusable(error, where);
    }
  };
  await (wait ? untilThere(bringUp, wait, log) : bringUp());

  const greetings: ((db: Kysely<Tables>) => Promise<void>)[] = [];
  // The pool waits for it, which its type does not say.
  const onConnect = (async (client) => {
    for (const greet of greetings) await greet(onlyBy(client));
  }) as NonNullable<pg.PoolConfig['onConnect']>;
  const settings: pg.PoolConfig & ClientSettings = {
    ...base,
    onConnect,
    ...LIMITS,
    tellRequest: true,
    max: 10,
    idleTimeoutMillis: 60_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
  };
  const makePool = (): pg.Pool =>
    new pg.Pool(settings)
      .on('connect', survive)
      .on('error', (error) => log.warn(`A connection to the database at ${where} was lost: ${error.message}`));
  // Changes may be held, by a standby that is away or a lock: what only reads has connections of its own (F6).
  const [changes, reads] = [makePool(), makePool()];
  const pool = asOne(changes, reads);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceStatement });
  logFailuresOf(db, log);
  clock.follow(db);
  const longReads = new PostgresReads(base, (pid) => reads.query('select pg_cancel_backend($1)', [pid]));
  return {
    kind: 'postgres',
    backUp: null,
    db,
    clock: () => clock.now(),
    alone,
    pool,
    longReads,
    // PostgreSQL answers a commit once it is synced.
    durable: () => Promise.resolve(),
    confirmed: async () => void (await changes.query(WAIT_FOR_STANDBYS)),
    ready: () => answersInTime(() => assertTakesChanges(reads)),
    onConnection: (greet) => void greetings.push(greet),
    close: async () => {
      clock.stop();
      await longReads.close();
      await db.destroy();
    },
  };
}

/** Two pools as one: each statement, and each transaction, gets a connection of that for what it is there for. */
function asOne(changes: pg.Pool, reads: pg.Pool): PostgresPool & Database['pool'] {
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount'): number => changes[count] + reads[count];
  return {
    connect: () => (isReading() ? reads : changes).connect(),
    end: async () => void (await Promise.all([changes.end(), reads.end()])),
    options: changes.options,
    get totalCount() {
      return sum('totalCount');
    },
    get idleCount() {
      return sum('idleCount');
    },
    get waitingCount() {
      return sum('waitingCount');
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
