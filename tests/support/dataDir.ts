import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/database/open.ts';

/** A folder for many or large files that need no disk: in memory where there is room, else the usual one. */
export function roomyFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2_000_000_000 ? memory : tmpdir();
}

/** Says nothing. */
export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface DataDirs {
  /** A new folder with a migrated, empty database in it: a copy, which is quicker than making one. */
  fresh(): string;
  remove(): void;
}

/** Data folders for the tests of one file, below one temporary folder. */
export async function makeDataDirs(): Promise<DataDirs> {
  const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-data-'));
  const model = path.join(home, 'model');
  const database = await openDatabase({ dataDir: model, log: quietLog });
  await database.close();
  let count = 0;
  return {
    fresh: () => {
      const folder = path.join(home, String(++count));
      cpSync(model, folder, { recursive: true });
      return folder;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
