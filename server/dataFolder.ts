import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { StartupError } from './startupError.ts';

/**
 * Makes the data folder and checks that it can be used. Bills and the database are nobody else's business on this
 * machine: whatever the server writes from here on is for its own user alone (reliability Z71).
 */
export function openDataFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  process.umask(0o077);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new StartupError(`DATA_DIR ${folder} is a file, not a folder.`);
    throw new StartupError(`The data folder ${folder} cannot be read and written by this user (${code ?? 'unknown error'}). Set DATA_DIR to a folder that can.`);
  }
  return folder;
}
