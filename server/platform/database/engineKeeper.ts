import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseLog } from './database.ts';
import { startEngine, type EngineThread } from './embeddedThread.ts';
import { DiskFailed, GroupSync } from './groupSync.ts';
import { WalState } from './walState.ts';
import { WorkerStream } from './workerStream.ts';

/** Seconds between the attempts to start again; the last one repeats. */
const PAUSES = [0, 1, 2, 5, 10, 30];

export interface KeeperOptions {
  folder: string;
  /** Copied where there is no database yet. */
  template?: string | null;
  log: DatabaseLog;
  /** The disk refused a sync: nothing may be acknowledged any more, and only a new start can help. */
  onFatal: (error: Error) => void;
}

/**
 * Keeps the thread of the embedded database running. PostgreSQL gives up when its log cannot be written (a full disk);
 * then it is started again, which recovers from the log, until that works. Open connections are cut off, as by a
 * PostgreSQL server that restarts.
 */
export class EngineKeeper {
  readonly wal = new WalState();
  readonly sync: GroupSync;
  readonly #options: KeeperOptions;
  readonly #streams = new Set<WorkerStream>();
  #engine: EngineThread | null = null;
  #closing = false;

  private constructor(options: KeeperOptions) {
    this.#options = options;
    this.sync = new GroupSync(this.wal, options.folder);
  }

  /** Throws `EngineFailed` when the database does not open. */
  static async start(options: KeeperOptions): Promise<EngineKeeper> {
    const keeper = new EngineKeeper(options);
    await keeper.#startEngine();
    return keeper;
  }

  /** What a client of the database takes for a socket. */
  openStream(): WorkerStream {
    const stream = new WorkerStream(this.#engine?.worker ?? null);
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    return stream;
  }

  /** See `Database.durable`. */
  async durable(): Promise<void> {
    try {
      await this.sync.durable();
    } catch (error) {
      if (error instanceof DiskFailed) this.#options.onFatal(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#engine?.close();
    await this.sync.close();
  }

  async #startEngine(): Promise<void> {
    const { folder, template = null } = this.#options;
    const engine = await startEngine({ folder, template, wal: this.wal.buffer, durable: true });
    this.#engine = engine;
    void engine.ended.then((reason) => this.#restart(reason));
  }

  async #restart(reason: Error): Promise<void> {
    const { log, onFatal } = this.#options;
    this.#engine = null;
    for (const stream of this.#streams) stream.destroy(new Error('Connection terminated: the database ended.'));
    if (this.wal.failed) {
      onFatal(new DiskFailed('The disk refused a sync.', { cause: reason }));
      return;
    }
    log.error(`The embedded database ended and is started again: ${reason.message}`);
    for (let attempt = 0; !this.#closing; attempt++) {
      await wait(1_000 * (PAUSES[attempt] ?? PAUSES.at(-1) ?? 0), undefined, { ref: false });
      if (this.#closing) return;
      try {
        await this.#startEngine();
        log.info('The embedded database is running again.');
        return;
      } catch (error) {
        log.error(`The embedded database does not start: ${(error as Error).message}`);
      }
    }
  }
}
