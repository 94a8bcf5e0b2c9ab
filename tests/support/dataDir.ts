import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { roomyFolder } from './roomyFolder.ts';

/** Says nothing. */
export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

const TEMPLATES = path.resolve('node_modules/.cache');
const read = (file: string): Buffer => readFileSync(file);
const schema = createHash('sha256').update(
  Buffer.concat([
    ...readdirSync('server/migrations')
      .toSorted()
      .map((name) => read(path.join('server/migrations', name))),
    read('node_modules/@electric-sql/pglite/package.json'),
    read('tests/support/dataDir.ts'),
  ]),
);

/**
 * Makes the folder one that is quick to copy: without the databases that others are made from, which is half of its
 * files.
 */
async function makeLean({ db }: Database): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  for (const name of ['template1', 'template0']) await sql`drop database if exists ${sql.id(name)}`.execute(db);
}

/**
 * A folder with a migrated database, made once for a state of the schema and copied by every test: making one takes ten
 * times as long. `name`: what `fill` puts into it; `basis`: all that decides what that is.
 */
export async function template(
  name: string,
  basis = '',
  fill: (database: Database) => Promise<void> = async () => undefined,
): Promise<string> {
  const fingerprint = schema.copy().update(basis).digest('hex').slice(0, 16);
  const folder = path.join(TEMPLATES, `kharcha-test-${name}-${fingerprint}`);
  if (existsSync(folder)) return folder;
  mkdirSync(TEMPLATES, { recursive: true });
  const making = mkdtempSync(path.join(TEMPLATES, 'kharcha-test-making-'));
  if (name !== 'empty') cpSync(await template('empty'), making, { recursive: true });
  const database = await openDatabase({ dataDir: making, log: quietLog });
  if (name === 'empty') await makeLean(database);
  await fill(database);
  await database.durable();
  await database.close();
  // Made before a migration; a copy begins without.
  rmSync(path.join(making, 'backups'), { recursive: true, force: true });
  try {
    renameSync(making, folder);
  } catch {
    // Another test file was quicker; its copy is as good.
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

export interface DataDirs {
  /** A new folder with a migrated, empty database in it: a copy, which is quicker than making one. */
  fresh(): string;
  remove(): void;
}

/** Data folders for the tests of one file, below one temporary folder. */
export async function makeDataDirs(): Promise<DataDirs> {
  const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-data-'));
  const model = await template('empty');
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
