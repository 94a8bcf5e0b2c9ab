import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#server/platform/base/errors.ts';
import { lockFolder } from '../folderLock.ts';
import { writeLifeNote } from '../lifeNote.ts';
import { syncFolder, syncTree } from '../syncTree.ts';
import { backupsOf, listBackups, nameOf, openBackup, type BackupInfo } from './backup.ts';
import type { BackupKey } from './backupFile.ts';

export interface Restored {
  backup: BackupInfo;
  /** Where the database that was there is kept; null when there was none. */
  aside: string | null;
}

/**
 * Puts a backup in the place of the embedded database. First the folder is locked, then the backup is copied, opened
 * and counted: what was there is touched only when that went well, and is kept beside it. `now` in epoch milliseconds.
 * Throws `StartupError`, with everything as it was, while a server runs on the folder, when there is no such backup,
 * when it is
 * damaged, and when its key is not among these.
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
  const database = path.join(dataDir, 'database');
  const restored = `${database}.restored`;
  const aside = `${database}.replaced-${nameOf(now)}`;
  try {
    await rm(restored, { recursive: true, force: true });
    await openBackup(backup, restored, keys);
    await syncTree(restored);
    // Before the database itself: a note too many costs a question, one too few the claims made since.
    writeLifeNote(dataDir, { backup: name, at: now });
    const kept = await rename(database, aside).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return false;
      },
    );
    await rename(restored, database);
    syncFolder(dataDir);
    return { backup, aside: kept ? aside : null };
  } finally {
    await rm(restored, { recursive: true, force: true });
    await lock.release();
  }
}
