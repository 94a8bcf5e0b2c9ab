import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { StartupError } from '#server/platform/base/errors.ts';
import { syncFolder } from './syncTree.ts';

/** Beside an embedded database that was moved elsewhere: what would be filed in it from now on would be lost. */
const MOVED_NOTE = 'moved.json';

const moved = z.object({
  /** Host, port and name of the database that it went to. */
  to: z.string(),
  /** Tells the tables there from any others. */
  tables: z.string(),
  /** Epoch milliseconds. */
  at: z.int().check(z.minimum(0), z.maximum(8.64e15)),
  /** False: the move began its last step, and did not say that it ended. */
  done: z.boolean(),
});

/** Where a database went. */
export type Moved = z.infer<typeof moved>;

export const movedNoteIn = (dataDir: string): string => path.join(dataDir, MOVED_NOTE);

/** Seals the folder's database, for good once this returns: a power cut does not undo it. */
export function writeMovedNote(dataDir: string, note: Moved): void {
  const file = movedNoteIn(dataDir);
  writeFileSync(`${file}.part`, `${JSON.stringify(note)}\n`, { flush: true });
  renameSync(`${file}.part`, file);
  syncFolder(dataDir);
}

/** Where the folder's database went; null where it is in use here. Throws `StartupError` where that cannot be read. */
export function readMovedNote(dataDir: string): Moved | null {
  const file = movedNoteIn(dataDir);
  try {
    return moved.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartupError(
      `${file} cannot be read. It says that the database in this folder was moved: set DATABASE_URL to where that ` +
        'went. Only where no server ever ran there, remove the file.',
      { cause: error },
    );
  }
}

/** Throws `StartupError` where the folder's database was moved: two that go on from one would each lack the other's. */
export function assertNotMoved(dataDir: string): void {
  const note = readMovedNote(dataDir);
  if (note === null) return;
  const { to, at, done } = note;
  throw new StartupError(
    done
      ? `The database in ${dataDir} was moved to ${to} on ${new Date(at).toISOString().slice(0, 10)}. ` +
          'Set DATABASE_URL to it. What is left here lacks all that was filed since; to use it nevertheless, remove ' +
          `${movedNoteIn(dataDir)}.`
      : `A move of the database in ${dataDir} to ${to} did not say that it ended. Run npm run move again, ` +
          `which finds out. Only where no server ever ran there, remove ${movedNoteIn(dataDir)} and go on here.`,
  );
}
