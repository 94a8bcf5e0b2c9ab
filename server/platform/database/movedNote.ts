import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '#server/platform/base/errors.ts';
import { syncFolder } from './syncTree.ts';

/** Beside an embedded database that was moved elsewhere: what would be filed in it from now on would be lost. */
const MOVED_NOTE = 'moved.json';

/** Where a database went. */
export interface Moved {
  /** Host, port and name of the database. */
  to: string;
  /** Epoch milliseconds. */
  at: number;
  /** False: the move began its last step, and did not say that it ended. */
  done: boolean;
}

const fileIn = (dataDir: string): string => path.join(dataDir, MOVED_NOTE);

/** Seals the folder's database, for good once this returns: a power cut does not undo it. */
export function writeMovedNote(dataDir: string, moved: Moved): void {
  writeFileSync(fileIn(dataDir), `${JSON.stringify(moved)}\n`, { flush: true });
  syncFolder(dataDir);
}

/** Where the folder's database went; null where it is in use here. A note that cannot be read is one that began. */
export function readMovedNote(dataDir: string): Moved | null {
  let text: string;
  try {
    text = readFileSync(fileIn(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { to = 'another database', at = 0, done = false } = JSON.parse(text) as Partial<Moved>;
    return { to, at, done };
  } catch {
    return { to: 'another database', at: 0, done: false };
  }
}

/** Throws `StartupError` where the folder's database was moved: two that go on from one would each lack the other's. */
export function assertNotMoved(dataDir: string): void {
  const moved = readMovedNote(dataDir);
  if (moved === null) return;
  const file = fileIn(dataDir);
  throw new StartupError(
    moved.done
      ? `The database in ${dataDir} was moved to ${moved.to} on ${new Date(moved.at).toISOString().slice(0, 10)}. ` +
          'Set DATABASE_URL to it. What is left here lacks all that was filed since; to use it nevertheless, remove ' +
          `${file}.`
      : `A move of the database in ${dataDir} to ${moved.to} did not say that it ended. Run npm run move again, ` +
          `which finds out. Only where no server ever ran there, remove ${file} and go on here.`,
  );
}
