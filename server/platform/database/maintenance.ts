import type pg from 'pg';
import { DATABASE_RESERVE } from '#server/platform/base/storageSpace.ts';
import type { DatabaseLog } from './database.ts';
import type { WalState } from './walState.ts';

/**
 * Megabytes of log after which a checkpoint is made: it bounds the log's size and how long a start after a crash takes.
 */
const CHECKPOINT_AFTER = 64 * 1024 * 1024;
const CHECKPOINT_EVERY = 5 * 60_000;
const TABLES_EVERY = 60_000;
const TICK = 1_000;

export interface MaintenanceOptions {
  pool: pg.Pool;
  wal: WalState;
  /** Bytes free on the disk of the database. */
  free: () => Promise<number>;
  log: DatabaseLog;
  /** True while a backup copies files: the log from its begin on must stay. */
  busy: () => boolean;
}

/**
 * What a PostgreSQL server does in processes of its own and the embedded one has none for: checkpoints, vacuum and
 * the planner's figures. It also stops changes while the disk is nearly full; reading goes on, and space returning is
 * enough to go back to normal.
 */
export class Maintenance {
  readonly #options: MaintenanceOptions;
  readonly #timer: NodeJS.Timeout;
  #readOnly = false;
  #checkpointAt = 0;
  #checkpointBytes: number;
  #tablesAt = 0;
  #running: Promise<void> | null = null;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.#checkpointBytes = options.wal.bytes;
    this.#checkpointAt = this.#tablesAt = performance.now();
    this.#timer = setInterval(() => void this.tick(), TICK);
    this.#timer.unref();
  }

  /** True while changes are refused because the disk is nearly full. */
  get storageFull(): boolean {
    return this.#readOnly;
  }

  /** What is due now. Called every second. */
  tick(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * Vacuums tables with many dead rows and gathers the planner's figures for those that changed much. Answers their
   * names.
   */
  async tidyTables(): Promise<string[]> {
    const { pool } = this.#options;
    // The counts of the last second are not in yet.
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ name: string; dead: boolean }>(`
      select quote_ident(schemaname) || '.' || quote_ident(relname) as name, n_dead_tup > 50 + 0.2 * n_live_tup as dead
      from pg_stat_user_tables
      where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`);
    for (const { name, dead } of rows) await pool.query(`${dead ? 'vacuum (analyze)' : 'analyze'} ${name}`);
    return rows.map((row) => row.name);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #work(): Promise<void> {
    const { log } = this.#options;
    for (const step of [() => this.#guardSpace(), () => this.#checkpoint(), () => this.#tables()]) {
      await step().catch((error: unknown) => log.warn(`Maintenance of the database: ${(error as Error).message}`));
    }
  }

  async #guardSpace(): Promise<void> {
    const { pool, free, log } = this.#options;
    const left = await free();
    const low = left < (this.#readOnly ? 1.5 : 1) * DATABASE_RESERVE;
    // Said again every second while it is low: a new session starts without it.
    if (low || this.#readOnly) await pool.query(`set default_transaction_read_only = ${low ? 'on' : 'off'}`);
    if (low !== this.#readOnly)
      log.warn(
        low
          ? `The disk is nearly full (${Math.round(left / 1e6)} MB left): changes are refused.`
          : 'The disk has space again: changes are accepted.',
      );
    this.#readOnly = low;
  }

  async #checkpoint(): Promise<void> {
    const { pool, wal, busy } = this.#options;
    const written = wal.bytes - this.#checkpointBytes;
    const due =
      written > CHECKPOINT_AFTER || (written > 0 && performance.now() - this.#checkpointAt > CHECKPOINT_EVERY);
    if (!due || busy()) return;
    await pool.query('checkpoint');
    this.#checkpointAt = performance.now();
    this.#checkpointBytes = wal.bytes;
  }

  /** The rules of PostgreSQL's autovacuum, with its default settings. */
  async #tables(): Promise<void> {
    if (performance.now() - this.#tablesAt < TABLES_EVERY || this.#readOnly) return;
    this.#tablesAt = performance.now();
    await this.tidyTables();
  }
}
