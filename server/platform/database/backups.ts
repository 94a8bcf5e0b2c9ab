import type pg from 'pg';
import { listBackups, makeBackup } from './backup.ts';
import type { DatabaseLog } from './database.ts';

const DAY = 86_400_000;
const LOOK_EVERY = 3_600_000;
/** The first one waits until the server has long been started. */
const FIRST_AFTER = 60_000;

/** Makes a backup a day, in the background, and one whenever asked. */
export class Backups {
  readonly #pool: pg.Pool;
  readonly #dataDir: string;
  readonly #log: DatabaseLog;
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> | null = null;

  constructor(pool: pg.Pool, dataDir: string, log: DatabaseLog) {
    this.#pool = pool;
    this.#dataDir = dataDir;
    this.#log = log;
  }

  get running(): boolean {
    return this.#current !== null;
  }

  /** Makes one now; a second call while it runs shares it. Throws when it cannot be made or checked. */
  make(now = Date.now()): Promise<void> {
    this.#current ??= makeBackup(this.#pool, this.#dataDir, now)
      .then((info) => this.#log.info(`Made and checked a backup of the database: ${info.name}`))
      .finally(() => {
        this.#current = null;
      });
    return this.#current;
  }

  startDaily(): void {
    const look = async (): Promise<void> => {
      try {
        const [newest] = await listBackups(this.#dataDir);
        if (!newest || Date.now() - newest.at > DAY) await this.make();
      } catch (error) {
        this.#log.error(`The daily backup of the database failed: ${(error as Error).message}`);
      }
      this.#timer = setTimeout(() => void look(), LOOK_EVERY);
      this.#timer.unref();
    };
    this.#timer = setTimeout(() => void look(), FIRST_AFTER);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#current?.catch(() => undefined);
    clearTimeout(this.#timer);
  }
}
