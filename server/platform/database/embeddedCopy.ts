import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { DATABASE_RESERVE, freeBytes } from '#server/platform/base/storageSpace.ts';
import { listBackups, openBackup, type BackupInfo } from './backups/backup.ts';
import type { BackupKey } from './backups/backupFile.ts';
import { bytesBelow } from './backups/tree.ts';
import { startEngine } from './embeddedThread.ts';
import { FolderInUse, lockFolder, type FolderLock } from './folderLock.ts';
import { oneSession } from './poolSettings.ts';
import { rehearseOn, type Rehearsal, type RehearsalOptions } from './rehearsal.ts';
import type { Tables } from './tables.ts';
import { WalState } from './walState.ts';
import { WorkerStream } from './workerStream.ts';

const SCRATCH = 'upgrade-check-';

/** What was rehearsed on. */
export interface CopyMade {
  /** The name of the backup that was copied; null where the database itself was. */
  backup: string | null;
  bytes: number;
  millis: number;
}

/** Copies the database, which nobody uses meanwhile; where a server does, its newest backup. */
async function copyTo(scratch: string, dataDir: string, keys: readonly BackupKey[]): Promise<CopyMade> {
  const begun = performance.now();
  let lock: FolderLock | null = null;
  let backup: BackupInfo | undefined;
  try {
    lock = await lockFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    [backup] = await listBackups(dataDir);
    if (!backup) throw new StartupError(`${error.message} There is no backup yet to rehearse on.`);
  }
  try {
    const bytes = await bytesBelow(path.join(dataDir, 'database'));
    const free = await freeBytes(dataDir);
    if (bytes + 2 * DATABASE_RESERVE > free)
      throw new StartupError(
        `A copy of the database takes ${Math.ceil(bytes / 1e6)} MB, and ${dataDir} has ` +
          `${Math.floor(free / 1e6)} MB left. Make room first: the upgrade makes a backup of that size too.`,
      );
    if (backup) await openBackup(backup, scratch, keys);
    else await cp(path.join(dataDir, 'database'), scratch, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return { backup: backup?.name ?? null, bytes, millis: performance.now() - begun };
  } finally {
    await lock?.release();
  }
}

/**
 * Rehearses an upgrade of the embedded database on a copy below the data folder, which is removed again. Throws
 * `StartupError` where no copy can be made or opened.
 */
export async function rehearseOnFolder(
  dataDir: string,
  { keys = [], ...options }: RehearsalOptions & { keys?: readonly BackupKey[] | undefined },
): Promise<{ copy: CopyMade; rehearsal: Rehearsal }> {
  if (!existsSync(path.join(dataDir, 'database', 'PG_VERSION')))
    throw new StartupError(`There is no database in ${dataDir}. Set DATA_DIR to the folder of the server.`);
  for (const left of await readdir(dataDir))
    if (left.startsWith(SCRATCH)) await rm(path.join(dataDir, left), { recursive: true, force: true });
  const scratch = path.join(dataDir, `${SCRATCH}${randomBytes(4).toString('hex')}`);
  try {
    const copy = await copyTo(scratch, dataDir, keys);
    const engine = await startEngine({ folder: scratch, wal: new WalState().buffer, durable: false }).catch(
      (error: unknown) => {
        throw new StartupError(`The copy of the database does not open: ${(error as Error).message}`);
      },
    );
    const pool = oneSession(() => new WorkerStream(engine.worker));
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    try {
      return await rehearseOn(db, async () => copy, options);
    } finally {
      await db.destroy();
      await engine.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
