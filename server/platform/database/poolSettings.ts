import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { currentRequestId } from '#server/platform/base/requestId.ts';

type Release = (error?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;
type Connect = (callback: Callback) => void;

/**
 * Limits how long a caller waits for a pooled client in use (X57). Connecting does not count: `pg`'s own limit counts
 * that too, and a machine that is busy at start would not get its first client. The timeout is judged after pending
 * I/O, because a thread that was busy itself finds its timers due first.
 */
export function withAcquireTimeout(pool: pg.Pool, millis: number): pg.Pool {
  const plain = pool.connect.bind(pool) as Connect;
  const withTimeout: Connect = (callback) => {
    if (pool.waitingCount === 0 && pool.totalCount === pool.idleCount) return plain(callback);
    let over = false;
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (over) return;
        over = true;
        callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
      });
    }, millis);
    timer.unref();
    plain((error, client, release) => {
      clearTimeout(timer);
      if (over) return release();
      over = true;
      callback(error, client, release);
    });
  };
  const connect = (callback?: Callback): unknown =>
    callback
      ? withTimeout(callback)
      : new Promise((resolve, reject) =>
          withTimeout((error, client) => (client ? resolve(client) : reject(error ?? new Error('No client')))),
        );
  return Object.assign(pool, { connect });
}

const WAIT_MILLIS = 2_000;
const INT8 = 20;
const NUMERIC = 1700;

/** 64-bit numbers and sums come as numbers: amounts in paise and epoch milliseconds stay far below 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format ?? 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** At most this many statements a connection are kept prepared; lists of varying length make many texts. */
const MAX_PREPARED = 500;

/** Ids have letters, digits, '-' and '_'; a name has 63 bytes. */
const telling = (id: string | undefined): string =>
  id !== undefined && /^[\w-]+$/.test(id) ? `; set local application_name = 'kharcha ${id.slice(0, 55)}'` : '';

/** Limits that a connection is opened with, in milliseconds. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/** A pooler that lends connections by transaction opens none with limits: they are set in each transaction. */
function withoutLimits(config: pg.ClientConfig): { config: pg.ClientConfig; limits: string } {
  const set = LIMITS.flatMap((name) => (config[name] ? [`; set local ${name} = ${Number(config[name])}`] : []));
  const none = Object.fromEntries(LIMITS.map((name) => [name, undefined]));
  return { config: { ...config, ...none }, limits: set.join('') };
}

/** Client settings beyond those of `pg`. */
export interface ClientSettings {
  /** False behind a pooler that lends connections by transaction: nothing of a session may stay. */
  prepare?: boolean;
  /** Transactions carry the id of their request, for the log and the activity of a PostgreSQL server. */
  tellRequest?: boolean;
  /** A better error for what PostgreSQL says. */
  explain?: (error: unknown) => unknown;
  /** Whether the connection that said so is not to be lent again: its server stops, or only reads by now. */
  spoils?: (error: unknown) => boolean;
}

const BEGINS = /^(?:begin|start transaction)\b/;

/** What `pg` says of a statement that took longer than `query_timeout`. */
const TOO_LATE = /^query read timeout$/i;

/** True for what PostgreSQL says, in whichever language, of a statement that was prepared before a migration. */
export const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/**
 * A client that prepares each statement once a connection: a claim's transaction costs a third less, because parsing
 * and planning are most of a small statement.
 */
export class Client extends pg.Client {
  readonly #names = new Map<string, string>();
  #generation = 0;
  #spoilt = false;
  #release: Release = () => undefined;

  constructor(config?: string | pg.ClientConfig) {
    const settings = (typeof config === 'object' ? config : {}) as ClientSettings;
    const pooled = settings.prepare === false && typeof config === 'object' ? withoutLimits(config) : null;
    super(pooled?.config ?? config);
    const { prepare = true, tellRequest = false, explain = (error) => error, spoils = () => false } = settings;
    // A connection lost in the middle of a transaction: callers awaiting a statement get the error; without this
    // listener the process would end.
    this.on('error', () => undefined);
    const plain = super.query.bind(this) as (...input: unknown[]) => unknown;
    const query = (...input: unknown[]): unknown => {
      const [text, values] = input;
      const more = (pooled?.limits ?? '') + (tellRequest ? telling(currentRequestId()) : '');
      // One message for all of it: it costs no time.
      if (more !== '' && typeof text === 'string' && BEGINS.test(text)) return plain(text + more);
      const hasValues = Array.isArray(values) && values.length > 0;
      const prepares = prepare && input.length === 2 && typeof text === 'string' && hasValues;
      const send = (): unknown => {
        const name = prepares ? this.#nameOf(text) : undefined;
        return name === undefined ? plain(...input) : plain({ name, text, values });
      };
      const alone = this.getTransactionStatus() === 'I';
      const answer = send();
      if (!(answer instanceof Promise)) return answer;
      return answer
        .catch((error: unknown) => {
          if (!isStale(error)) throw error;
          // A migration changed what the statement returns: nothing was done, and all is prepared again at its next
          // use. A transaction is undone by that: `transact` runs it again.
          this.#forget();
          if (!alone) throw error;
          return send();
        })
        .catch((error: unknown) => {
          if (spoils(error)) this.#spoilt = true;
          // The statement still runs: what is asked next over this connection would wait behind it.
          if (error instanceof Error && TOO_LATE.test(error.message)) this.connection.stream.destroy();
          throw explain(error);
        });
    };
    this.query = query as typeof this.query;
  }

  /** The pool sets it at each loan. */
  set release(giveBack: Release) {
    this.#release = (error) => giveBack(error || this.#spoilt);
  }

  get release(): Release {
    return this.#release;
  }

  #forget(): void {
    this.#generation++;
    this.#names.clear();
  }

  #nameOf(text: string): string | undefined {
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < MAX_PREPARED) {
      name = `${this.#generation}_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
      this.#names.set(text, name);
    }
    return name;
  }
}

/**
 * A pool on the embedded database, which has one session: callers wait for their turn, 2 seconds at most. `openStream`
 * replaces the socket.
 */
export function oneSession(openStream: () => Duplex, explain?: (error: unknown) => unknown): pg.Pool {
  const settings: pg.PoolConfig & ClientSettings = {
    max: 1,
    user: 'postgres',
    database: 'postgres',
    password: '',
    stream: openStream,
    Client,
    types,
    idleTimeoutMillis: 0,
    ...(explain && { explain }),
  };
  const pool = withAcquireTimeout(new pg.Pool(settings), WAIT_MILLIS);
  // Reported to the engine's starter.
  pool.on('error', () => undefined);
  return pool;
}
