import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Alone } from './alone.ts';
import type { BackupKeeper } from './backups/keeper.ts';
import type { LongReads } from './longReads.ts';
import type { Tables } from './tables.ts';

/** The database, embedded or a PostgreSQL server. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /**
   * Inside a transaction use the transaction's object only: the embedded database has one connection, and asking `db`
   * for another from within waits for ever. `transact` is the way to run one.
   */
  readonly db: Kysely<Tables>;
  /** How many connections there are in all, and how many wait for one. */
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  /** Epoch milliseconds, by which leases are taken and judged: of a PostgreSQL server its own clock (F8). */
  clock(): number;
  /** For what one process does for all that share the database. */
  readonly alone: Alone;
  /** For what reads much at once. */
  readonly longReads: LongReads;
  /**
   * Await after a commit and before the answer leaves: what was committed is then on the disk. PostgreSQL has done so
   * at commit already. Rejects with `DiskFailed` when the disk refuses.
   */
  durable(): Promise<void>;
  /**
   * Await before an answer leaves that repeats what another commit was answered with: what that committed is then where
   * its own answer waited for it, on PostgreSQL on the synchronous standbys too (D5).
   */
  confirmed(): Promise<void>;
  /** Makes a backup and opens it, now; rejects when it cannot. Null: the database server's own are somebody else's. */
  readonly backUp: (() => Promise<void>) | null;
  /** True when a statement is answered within 2 seconds, on PostgreSQL by a server that can be written to (F2). */
  ready(): Promise<boolean>;
  /**
   * Of a PostgreSQL server: `greet` runs over each new connection before anything else does, with a handle on that one;
   * where it fails, the connection is not used.
   */
  onConnection?(greet: (db: Kysely<Tables>) => Promise<void>): void;
  /** Of the embedded database alone. */
  readonly backups?: Pick<BackupKeeper, 'ages' | 'rehearse'> | undefined;
  /** Finishes running work, writes a checkpoint and releases the folder. */
  close(): Promise<void>;
}

/** The part of a logger that is used here. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const READY_WITHIN = 2_000;

/** True when `ask` succeeds within 2 seconds. */
export async function answersInTime(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), READY_WITHIN);
    timer.unref();
  });
  const answer = ask().then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  return result;
}
