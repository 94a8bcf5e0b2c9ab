import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import { DATABASE_RESERVE, freeBytes } from '#server/platform/base/storageSpace.ts';
import { listBackups, backupsOf } from './backup.ts';
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

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Copies the database, which nobody uses meanwhile; where a server does, its newest backup. */
async function copyTo(scratch: string, dataDir: string): Promise<CopyMade> {
  const begun = performance.now();
  let lock: FolderLock | null = null;
  let source = path.join(dataDir, 'database');
  let backup: string | null = null;
  try {
    lock = await lockFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    backup = (await listBackups(dataDir))[0]?.name ?? null;
    if (backup === null) throw new StartupError(`${error.message} There is no backup yet to rehearse on.`);
    source = path.join(backupsOf(dataDir), backup, 'database');
  }
  try {
    const bytes = await bytesBelow(source);
    const free = await freeBytes(dataDir);
    if (bytes + 2 * DATABASE_RESERVE > free)
      throw new StartupError(
        `A copy of the database takes ${Math.ceil(bytes / 1e6)} MB, and ${dataDir} has ` +
          `${Math.floor(free / 1e6)} MB left. Make room first: the upgrade makes a backup of that size too.`,
      );
    await cp(source, scratch, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return { backup, bytes, millis: performance.now() - begun };
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
  options: RehearsalOptions,
): Promise<{ copy: CopyMade; rehearsal: Rehearsal }> {
  if (!existsSync(path.join(dataDir, 'database', 'PG_VERSION')))
    throw new StartupError(`There is no database in ${dataDir}. Set DATA_DIR to the folder of the server.`);
  for (const left of await readdir(dataDir))
    if (left.startsWith(SCRATCH)) await rm(path.join(dataDir, left), { recursive: true, force: true });
  const scratch = path.join(dataDir, `${SCRATCH}${randomBytes(4).toString('hex')}`);
  try {
    const copy = await copyTo(scratch, dataDir);
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
