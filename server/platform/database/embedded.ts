import { aloneHere } from './alone.ts';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { traceStatement } from './statementSpans.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { freeBytes, StorageFull } from '#server/platform/base/storageSpace.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { listBackups, type BackupInfo } from './backups/backup.ts';
import { BackupKeeper, PLAIN_BACKUPS, type BackupOptions } from './backups/keeper.ts';
import { settleRestore } from './backups/restore.ts';
import { answersInTime, type Database, type DatabaseLog } from './database.ts';
import { EngineFailed } from './embeddedThread.ts';
import { EngineKeeper } from './engineKeeper.ts';
import { lockFolder } from './folderLock.ts';
import { EmbeddedReads } from './longReads.ts';
import { Maintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { oneSession } from './poolSettings.ts';
import { findTemplate, isNewDatabase } from './template.ts';
import { templateStamp } from './templateStamp.ts';
import type { Tables } from './tables.ts';
import { logFailuresOf } from './together.ts';

interface EmbeddedOptions {
  dataDir: string;
  log: DatabaseLog;
  onFatal: (error: Error) => void;
  backups?: BackupOptions | undefined;
  /** Where the build keeps the database that a first start copies; null: a new one is made. */
  template?: string | null | undefined;
  /** Called once no other process can use the folder; throws where it is not to be opened. */
  mayOpen?: (() => void) | undefined;
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
  template = builtTemplate(),
  mayOpen,
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
    mayOpen?.();
    await settleRestore(dataDir, backupOptions.away);
    const keeper = await startKeeper({ dataDir, log, onFatal, template });
    closers.push(() => keeper.close());
    const pool = oneSession(
      () => keeper.openStream(),
      (error) => (maintenance?.storageFull && isReadOnly(error) ? new StorageFull() : error),
    );
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: traceStatement });
    logFailuresOf(db, log);
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
      clock: () => Date.now(),
      alone: aloneHere,
      pool,
      longReads: new EmbeddedReads(db),
      durable: () => keeper.durable(),
      confirmed: () => keeper.durable(),
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

/** Beside the built server's files; from its sources a server has none. */
const builtTemplate = (): string | null =>
  import.meta.url.endsWith('.ts') ? null : fileURLToPath(new URL('./template', import.meta.url));

async function startKeeper({
  dataDir,
  log,
  onFatal,
  template,
}: Pick<EmbeddedOptions, 'dataDir' | 'log' | 'onFatal' | 'template'>): Promise<EngineKeeper> {
  const folder = path.join(dataDir, 'database');
  const copied = template && isNewDatabase(folder) ? findTemplate(template, templateStamp()) : null;
  try {
    return await EngineKeeper.start({ folder, log, onFatal, template: copied });
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error;
    if (error.code === 'ENOSPC')
      throw new StartupError(`The disk of ${dataDir} is full. Make space, or set DATA_DIR to another folder.`);
    throw new StartupError(`The database in ${dataDir} does not open: ${error.message}`, { cause: error });
  }
}

const isReadOnly = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25006';
