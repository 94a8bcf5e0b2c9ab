import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartupError } from '#server/platform/base/errors.ts';

const OWN = 0o700;

/**
 * Takes from others the right to enter a folder that this user keeps secrets in (S18). Throws where the folder is
 * somebody else's and open. Windows has no such modes.
 */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return;
  chmodSync(folder, OWN);
}

/**
 * Makes the data folder and checks that it can be used. Bills and the database are nobody else's business on this
 * machine: whatever the server writes from here on is for its own user alone (Z71).
 */
export function openDataFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true });
    closeToOthers(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new StartupError(`DATA_DIR ${folder} is a file, not a folder.`);
    if (code === 'EPERM')
      throw new StartupError(
        `Others may enter the data folder ${folder}, and this user may not change that. ` +
          `Run "chmod 700 ${folder}" as its owner.`,
      );
    throw new StartupError(
      `The data folder ${folder} cannot be read and written by this user (${code ?? 'unknown error'}). ` +
        'Set DATA_DIR to a folder that can.',
    );
  }
  return folder;
}
