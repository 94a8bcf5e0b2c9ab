import { traceStatement } from './statementSpans.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** Reads for one answer; each gets a handle of its own and sees one moment of the database. */
export type LongRead<Result> = (db: Kysely<Tables>) => Promise<Result>;

/** The client is gone, or the read took too long. */
export class ReadStopped extends Error {
  override name = 'ReadStopped';
}

/**
 * Reads that may take a while, beside everything else. They can be stopped: what the database still does for them is
 * then cancelled there, and not merely left unread.
 */
export interface LongReads {
  /** Into how many reads a large question is best divided. */
  readonly width: number;
  /** How many rows of the largest table one read should look at at most. */
  readonly most: number;
  /**
   * Rejects with `ReadStopped` soon after `signal` is aborted, and with the first error of any read; the others are
   * then stopped too.
   */
  run<Result>(reads: readonly LongRead<Result>[], signal: AbortSignal): Promise<Result[]>;
}

const CONNECTIONS = 4;
const LONGEST = 30_000;
/** For a server that does not even say that a read took too long. */
const LATEST = 40_000;
/** How long a read may wait for one of the connections. */
const PATIENCE = 10_000;

/**
 * Of a PostgreSQL server: on connections of their own, so that they take none from the short ones. `cancel` asks over
 * another one.
 */
export class PostgresReads implements LongReads {
  readonly width = 2;
  readonly most = Number.MAX_SAFE_INTEGER;
  readonly #pool: pg.Pool;
  readonly #cancel: (pid: number) => Promise<unknown>;

  constructor(settings: pg.PoolConfig, cancel: (pid: number) => Promise<unknown>) {
    this.#pool = new pg.Pool({
      ...settings,
      max: CONNECTIONS,
      connectionTimeoutMillis: PATIENCE,
      statement_timeout: LONGEST,
      query_timeout: LATEST,
      idleTimeoutMillis: 10_000,
      application_name: 'kharcha counting',
    });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#cancel = cancel;
  }

  async run<Result>(reads: readonly LongRead<Result>[], signal: AbortSignal): Promise<Result[]> {
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    const results = await Promise.allSettled(
      reads.map((read) =>
        this.#one(read, either).catch((error: unknown) => {
          // What fails first is the reason; the others fail because they are stopped for it.
          failed.abort(error);
          throw error;
        }),
      ),
    );
    if (signal.aborted) throw new ReadStopped('Nobody waits for this read.');
    if (failed.signal.aborted) throw failed.signal.reason;
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #one<Result>(read: LongRead<Result>, signal: AbortSignal): Promise<Result> {
    const client = await this.#pool.connect();
    if (signal.aborted) {
      client.release();
      throw new ReadStopped('Nobody waits for this read.');
    }
    let pid: number | null = null;
    const state: { cancelled: Promise<unknown> | null } = { cancelled: null };
    let whole = false;
    const stop = (): void => {
      if (pid !== null) state.cancelled ??= this.#cancel(pid).catch(() => undefined);
    };
    signal.addEventListener('abort', stop);
    try {
      await client.query('begin isolation level repeatable read, read only');
      const { rows } = await client.query<{ pid: number }>(SETTINGS);
      pid = rows[0]?.pid ?? null;
      if (signal.aborted) throw new ReadStopped('Nobody waits for this read.');
      const result = await read(onlyBy(client));
      await client.query('commit');
      whole = true;
      return result;
    } finally {
      signal.removeEventListener('abort', stop);
      // What cancels may arrive late and must not meet the next one's statement: such a connection is not used again.
      await state.cancelled;
      client.release(!whole || state.cancelled !== null);
    }
  }
}

/**
 * Memory for a hash of a million companies, no time for compiling, plans for the values at hand, and whole tables read
 * rather than an index walked through all of them.
 */
const SETTINGS = `select pg_backend_pid() as pid,
  set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
  set_config('plan_cache_mode', 'force_custom_plan', true), set_config('random_page_cost', '4', true)`;

/** A handle that speaks over this one connection. */
export function onlyBy(client: pg.ClientBase): Kysely<Tables> {
  const lent = { query: client.query.bind(client), release: () => undefined };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: () => Promise.resolve(lent), end: () => Promise.resolve(), options: {} },
    }),
    log: traceStatement,
  });
}

/** Rows of the largest table that the embedded database looks at within some tens of milliseconds. */
const SLICE = 5_000;

/**
 * Of the embedded database, which has one session and cannot be interrupted: one small read after another, so that
 * others get a turn in between; a stopped one ends with the current read.
 */
export class EmbeddedReads implements LongReads {
  readonly width = 1;
  readonly most = SLICE;
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async run<Result>(reads: readonly LongRead<Result>[], signal: AbortSignal): Promise<Result[]> {
    const results: Result[] = [];
    for (const read of reads) {
      if (signal.aborted) throw new ReadStopped('Nobody waits for this read.');
      results.push(
        await this.#db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (tx) => {
            await sql`select set_config('work_mem', '16MB', true)`.execute(tx);
            return read(tx);
          }),
      );
    }
    return results;
  }
}
