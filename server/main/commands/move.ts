import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database, DatabaseLog } from '#server/platform/database/database.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { moveDatabase } from '#server/platform/database/move.ts';
import { readMovedNote, writeMovedNote } from '#server/platform/database/movedNote.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { placeOf } from '#server/platform/database/serverCheck.ts';
import { carryEpoch, goesOnFrom } from '#server/platform/epoch/epoch.ts';
import { checkFiles } from '#server/platform/files/checkJob.ts';
import { moveFiles, type MovedFiles } from '#server/platform/files/moveFiles.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv, type Env } from '#server/platform/settings/env.ts';
import { openDataFolder } from '#server/platform/settings/variables.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run move`: takes what DATA_DIR holds to where the settings point: the rows to the empty PostgreSQL database of
 * DATABASE_URL, the bills to the object store of FILES_URL. No server may run meanwhile.
 */

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const count = (number: number, what: string): string => `${number.toLocaleString('en-IN')} ${what}`;
/** So many are named; the daily check of stored files counts them all. */
const NAMED = 20;
/** Milliseconds. */
const TELL_EVERY = 10_000;

const log: DatabaseLog = {
  info: () => undefined,
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};

/** Nothing can be repaired while it is moved: the move ends, and what was begun on the other side is undone. */
function onFatal(error: Error): void {
  process.stderr.write(`${error.message} The move ends.\n`);
  process.exit(1);
}

async function sendBills(env: Env, db: Database['db']): Promise<void> {
  const store = openFileStore(env);
  let toldAt = performance.now();
  const tell = (soFar: MovedFiles): void => {
    if (performance.now() - toldAt < TELL_EVERY) return;
    toldAt = performance.now();
    say(`${count(soFar.sent + soFar.there, 'files')} so far …`);
  };
  const { sent, there, damaged } = await moveFiles(env.dataDir, store, tell);
  say(`${count(sent, 'files')} sent to ${env.filesUrl?.split('?')[0]}, ${count(there, 'were there already')}.`);
  const { missing } = await checkFiles({ db, files: store, sample: 1, random: () => 1 });
  const lacking = [...new Set([...damaged, ...missing])];
  if (lacking.length > 0)
    say(
      `${count(lacking.length, 'files')} are missing or damaged here, and so there: ` +
        `${lacking.slice(0, NAMED).join(', ')}${lacking.length > NAMED ? ', …' : ''}`,
    );
}

async function sendRows(env: Env, databaseUrl: string, from: Database): Promise<void> {
  const begun = performance.now();
  const to = placeOf(databaseUrl);
  say(`Copying the rows to ${to} …`);
  const at = Date.now();
  const { tables, rows, copied } = await moveDatabase({
    from: from.db,
    databaseUrl,
    log: log.info,
    goesOn: (tx) => goesOnFrom(from.db, tx),
    settle: (tx) => carryEpoch(env.dataDir, from.db, tx),
    beforeCommit: () => writeMovedNote(env.dataDir, { to, at, done: false }),
  });
  writeMovedNote(env.dataDir, { to, at, done: true });
  if (!copied) return say(`${to} has all rows already, by a move that did not say that it ended.`);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  say(`${count(rows, 'rows')} of ${tables} tables are in ${to}, and are the same there (${seconds} s).`);
}

async function main(): Promise<void> {
  const read = readEnv(process.env);
  const { databaseUrl, filesUrl } = read;
  if (databaseUrl === null && filesUrl === null)
    throw new StartupError(
      'npm run move takes what DATA_DIR holds to where the settings point. Set DATABASE_URL to an empty database on ' +
        'PostgreSQL, FILES_URL to an object store, or both, as the server is to have them.',
    );
  const env = { ...read, dataDir: openDataFolder(read.dataDir) };
  const { dataDir } = env;
  const moved = readMovedNote(dataDir);
  const isHere = existsSync(path.join(dataDir, 'database', 'PG_VERSION')) && !moved?.done;
  if (databaseUrl !== null && moved?.done && (filesUrl === null || placeOf(databaseUrl) !== moved.to))
    throw new StartupError(`The database in ${dataDir} was moved to ${moved.to} already.`);
  if (databaseUrl !== null && !isHere && filesUrl === null)
    throw new StartupError(`There is no database in ${dataDir}. Set DATA_DIR to the folder of the server.`);
  const database = isHere
    ? await openEmbedded({ dataDir, log, backups: { ...backupOptions(env), every: 0 }, onFatal })
    : await openDatabase({ dataDir, databaseUrl, log });
  try {
    if (filesUrl !== null) await sendBills(env, database.db);
    if (databaseUrl !== null && isHere) await sendRows(env, databaseUrl, database);
  } finally {
    await database.close();
  }
  say(
    `Start the server with these settings. What was moved is still in ${dataDir}: remove it once there are backups ` +
      'of where it went. Keep the folder, which the server uses for more.',
  );
}

await runCommand(main);
