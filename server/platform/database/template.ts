import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { writeLifeNote } from './lifeNote.ts';
import { syncFolder, syncTree } from './syncTree.ts';

/*
 * A database with its tables, made at build: a first start copies it, which takes a tenth of the time of making one.
 * The stamp beside it says by what it was made; with any other stamp it is left alone.
 */

const FOLDER = 'database';
const STAMP = 'stamp';

/** Whether there is no database in this folder yet. */
export const isNewDatabase = (folder: string): boolean => !existsSync(path.join(folder, 'PG_VERSION'));

/** The folder to copy, if `home` holds a whole template with this stamp. */
export function findTemplate(home: string, stamp: string): string | null {
  try {
    return readFileSync(path.join(home, STAMP), 'utf8') === stamp ? path.join(home, FOLDER) : null;
  } catch {
    return null;
  }
}

/** Folders first, each before what is in it; relative to `root`. */
function entriesOf(root: string): { folders: string[]; files: string[] } {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const names = (kind: 'isDirectory' | 'isFile'): string[] =>
    entries
      .filter((entry) => entry[kind]())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .toSorted();
  return { folders: names('isDirectory'), files: names('isFile') };
}

function copyTree(from: string, to: string, { folder, file }: { folder: number; file: number }): void {
  rmSync(to, { recursive: true, force: true });
  const { folders, files } = entriesOf(from);
  for (const name of ['', ...folders]) mkdirSync(path.join(to, name), { recursive: true, mode: folder });
  for (const name of files) {
    copyFileSync(path.join(from, name), path.join(to, name));
    chmodSync(path.join(to, name), file);
  }
}

/** Makes `home` a template out of a database that was closed in order. Whoever runs the server may read it. */
export function keepTemplate(database: string, home: string, stamp: string): void {
  rmSync(home, { recursive: true, force: true });
  copyTree(database, path.join(home, FOLDER), { folder: 0o755, file: 0o644 });
  // It is whole from here on.
  writeFileSync(path.join(home, STAMP), stamp);
}

/**
 * Puts a copy of the template in the place of a database that is not there yet. It gets its name when all of it is on
 * the disk: a server killed meanwhile starts afresh. Its note tells it from every other copy.
 */
export async function copyTemplate(template: string, folder: string): Promise<void> {
  const home = path.dirname(folder);
  const copy = `${folder}.new`;
  mkdirSync(home, { recursive: true });
  copyTree(template, copy, { folder: 0o700, file: 0o600 });
  await syncTree(copy);
  writeLifeNote(home);
  renameSync(copy, folder);
  syncFolder(home);
}
