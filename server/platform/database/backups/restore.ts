import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#server/platform/base/errors.ts';
import { lockFolder } from '../folderLock.ts';
import { writeLifeNote } from '../lifeNote.ts';
import { syncFolder, syncTree } from '../syncTree.ts';
import { isNewDatabase } from '../template.ts';
import { backupsOf, listBackups, nameOf, openBackup, type BackupInfo } from './backup.ts';
import type { BackupKey } from './backupFile.ts';
import type { BackupStore } from './keeper.ts';

export interface Restored {
  backup: BackupInfo;
  /** Where the database that was there is kept; null when there was none. */
  aside: string | null;
}

const databaseOf = (dataDir: string): string => path.join(dataDir, 'database');
/** Backups that are being unpacked, and those that only lack the database's name. */
const unpackedOf = (dataDir: string): string => `${databaseOf(dataDir)}.restored`;
const provenOf = (dataDir: string): string => `${databaseOf(dataDir)}.proven`;

/** Ends a restore that was killed between its last two steps, and removes what one that was killed before left. */
async function endRestore(dataDir: string): Promise<void> {
  const [database, proven] = [databaseOf(dataDir), provenOf(dataDir)];
  if (!existsSync(database) && existsSync(proven)) {
    await rename(proven, database);
    syncFolder(dataDir);
  }
  for (const left of [unpackedOf(dataDir), proven]) await rm(left, { recursive: true, force: true });
}

/** The name of the newest backup, here or away; undefined without one. Throws `StartupError` where none can say. */
async function newestBackup(dataDir: string, away: BackupStore | null): Promise<string | undefined> {
  const [newest] = await listBackups(dataDir);
  if (newest || !away) return newest?.name;
  const names = await away.list().catch((error: unknown) => {
    throw new StartupError(
      `There is no database in ${dataDir}, and BACKUP_URL does not say whether there are backups of one: ` +
        `${(error as Error).message} Only where there are none a new one is made.`,
      { cause: error },
    );
  });
  return names.toSorted().at(-1);
}

/**
 * Before the database of a folder is opened: ends what a killed restore began. Throws `StartupError` where there are
 * backups, here or away, and no database: a new one in its place would know nobody, and its own backups would push
 * these out. The caller holds the folder's lock.
 */
export async function settleRestore(dataDir: string, away: BackupStore | null): Promise<void> {
  await endRestore(dataDir);
  if (!isNewDatabase(databaseOf(dataDir))) return;
  const newest = await newestBackup(dataDir, away);
  if (newest !== undefined)
    throw new StartupError(
      `There is no database in ${dataDir}, but backups of one. Put the newest back: npm run restore -- ` +
        `${newest}. To begin anew, set DATA_DIR to another folder${away ? ', and BACKUP_URL to another place' : ''}.`,
    );
}

/**
 * Puts a backup in the place of the embedded database. First the folder is locked, then the backup is copied, opened
 * and counted: what was there is touched only when that went well, and is kept beside it. `now` in epoch milliseconds.
 * Throws `StartupError`, with everything as it was, while a server runs on the folder, when there is no such backup,
 * when it is damaged, and when its key is not among these. Killed at any moment, it leaves the one database or the
 * other.
 */
export async function restoreBackup(
  dataDir: string,
  name: string,
  now: number,
  keys: readonly BackupKey[] = [],
): Promise<Restored> {
  const backup = (await listBackups(dataDir)).find((one) => one.name === name);
  if (!backup) throw new StartupError(`There is no backup named ${name} in ${backupsOf(dataDir)}.`);
  const lock = await lockFolder(dataDir);
  const [database, proven] = [databaseOf(dataDir), provenOf(dataDir)];
  const restored = unpackedOf(dataDir);
  const aside = `${database}.replaced-${nameOf(now)}`;
  try {
    await endRestore(dataDir);
    await openBackup(backup, restored, keys);
    await syncTree(restored);
    // From here on a start knows that it is whole, should this be killed.
    await rename(restored, proven);
    // Before the database itself: a note too many costs a question, one too few the claims made since.
    writeLifeNote(dataDir, { backup: name, at: now });
    const kept = await rename(database, aside).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return false;
      },
    );
    await rename(proven, database);
    syncFolder(dataDir);
    return { backup, aside: kept ? aside : null };
  } finally {
    await rm(restored, { recursive: true, force: true });
    await lock.release();
  }
}
