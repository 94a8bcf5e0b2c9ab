import path from 'node:path';
import { traceStatement } from './statementSpans.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { freeBytes, StorageFull } from '#server/platform/base/storageSpace.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { listBackups, type BackupInfo } from './backups/backup.ts';
import { BackupKeeper, PLAIN_BACKUPS, type BackupOptions } from './backups/keeper.ts';
import { answersInTime, type Database, type DatabaseLog } from './database.ts';
import { EngineFailed } from './embeddedThread.ts';
import { EngineKeeper } from './engineKeeper.ts';
import { lockFolder } from './folderLock.ts';
import { EmbeddedReads } from './longReads.ts';
import { Maintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { oneSession } from './poolSettings.ts';
import type { Tables } from './tables.ts';

interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
  onFatal: (error: Error) => void;
  backups?: BackupOptions | undefined;
  /** Bytes free on the disk; tests say their own. */
  free?: (() => Promise<number>) | undefined;
}

/** What runs beside it, for tests and for on-demand backups. */
export interface EmbeddedDatabase extends Database {
  backups: BackupKeeper;
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
  backups: backupOptions = PLAIN_BACKUPS,
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
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceStatement });
    closers.push(() => db.destroy());
    const backups = new BackupKeeper(pool, dataDir, log, backupOptions);
    await migrate(db, {
      log: (message) => log.info(message),
      beforeChange: () => backups.make(),
      wayBack: () => newestThatOpens(dataDir),
    });
    backups.start();
    closers.push(() => backups.stop());
    maintenance = new Maintenance({ pool, wal: keeper.wal, free, log, busy: () => backups.copying });
    const keeping = maintenance;
    closers.push(() => keeping.stop());
    return {
      kind: 'embedded',
      db,
      pool,
      longReads: new EmbeddedReads(db),
      durable: () => keeper.durable(),
      backUp: () => backups.make(),
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
