import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { StartupError } from '#server/platform/base/errors.ts';
import { freeBytes, StorageFull } from '#server/platform/base/storageSpace.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { listBackups, makeBackup, type BackupInfo } from './backup.ts';
import { answersInTime, type Database, type DatabaseLog } from './database.ts';
import { EngineFailed } from './embeddedThread.ts';
import { EngineKeeper } from './engineKeeper.ts';
import { lockFolder } from './folderLock.ts';
import { EmbeddedReads } from './longReads.ts';
import { Maintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { oneSession } from './poolSettings.ts';
import type { Tables } from './tables.ts';

const DAY = 86_400_000;
const LOOK_EVERY = 3_600_000;
/** The first one waits until the server has long been started. */
const FIRST_AFTER = 60_000;

/** Makes a backup a day, in the background, and one whenever asked. */
class Backups {
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

interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
  onFatal: (error: Error) => void;
  /** Bytes free on the disk; tests say their own. */
  free?: (() => Promise<number>) | undefined;
}

/** What runs beside it, for tests and for on-demand backups. */
export interface EmbeddedDatabase extends Database {
  backups: Backups;
  maintenance: Maintenance;
}

/**
 * The database that comes with the server: PostgreSQL in a worker thread, its folder under `dataDir`. Throws
 * `StartupError` when the folder cannot be used or another server uses it.
 */
export async function openEmbedded({
  dataDir,
  log,
  onFatal,
  free = () => freeBytes(dataDir),
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  let maintenance: Maintenance | undefined;
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (let next = closers.pop(); next; next = closers.pop()) await next();
  };
  try {
    const lock = await lockFolder(dataDir);
    closers.push(() => lock.release());
    const keeper = await startKeeper(dataDir, log, onFatal);
    closers.push(() => keeper.close());
    const pool = oneSession(
      () => keeper.openStream(),
      (error) => (maintenance?.storageFull && isReadOnly(error) ? new StorageFull() : error),
    );
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    closers.push(() => db.destroy());
    const backups = new Backups(pool, dataDir, log);
    await migrate(db, {
      log: (message) => log.info(message),
      beforeChange: () => backups.make(),
      wayBack: () => newestThatOpens(dataDir),
    });
    backups.startDaily();
    closers.push(() => backups.stop());
    maintenance = new Maintenance({ pool, wal: keeper.wal, free, log, busy: () => backups.running });
    const keeping = maintenance;
    closers.push(() => keeping.stop());
    return {
      kind: 'embedded',
      db,
      pool,
      longReads: new EmbeddedReads(db),
      durable: () => keeper.durable(),
      ready: () => answersInTime(() => pool.query('select 1')),
      close,
      backups,
      maintenance,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The newest backup that this build can open: its last migration is known here. */
async function newestThatOpens(dataDir: string): Promise<string | null> {
  const fits = ({ migration }: BackupInfo): boolean => migration !== undefined && Object.hasOwn(migrations, migration);
  return (await listBackups(dataDir)).find(fits)?.name ?? null;
}

async function startKeeper(dataDir: string, log: DatabaseLog, onFatal: (error: Error) => void): Promise<EngineKeeper> {
  try {
    return await EngineKeeper.start({ folder: path.join(dataDir, 'database'), log, onFatal });
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error;
    if (error.code === 'ENOSPC')
      throw new StartupError(`The disk of ${dataDir} is full. Make space, or set DATA_DIR to another folder.`);
    throw new StartupError(`The database in ${dataDir} does not open: ${error.message}`, { cause: error });
  }
}

const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25006';
