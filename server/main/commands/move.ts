import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database, DatabaseLog } from '#server/platform/database/database.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { assertNotMoved, readMovedNote, writeMovedNote, type Moved } from '#server/platform/database/movedNote.ts';
import { placeOf } from '#server/platform/database/serverCheck.ts';
import { checkFiles } from '#server/platform/files/checkJob.ts';
import { StoreUnavailable } from '#server/platform/files/s3Client.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { holdsPeople, moveDatabase } from '#server/platform/move/moveDatabase.ts';
import { moveFiles, type MovedFiles } from '#server/platform/move/moveFiles.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv, type Env } from '#server/platform/settings/env.ts';
import { openDataFolder } from '#server/platform/settings/variables.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { withDatabase } from '../commandDatabase.ts';
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

/** Sends the bills, and says which of those that `db` names nobody has any more. */
async function sendBills({ dataDir, filesUrl }: Env, db: Database['db']): Promise<void> {
  const store = openFileStore({ dataDir, filesUrl });
  let toldAt = performance.now();
  const tell = (soFar: MovedFiles): void => {
    if (performance.now() - toldAt < TELL_EVERY) return;
    toldAt = performance.now();
    say(`${count(soFar.sent + soFar.there, 'files')} so far …`);
  };
  const { sent, there, damaged } = await moveFiles(dataDir, store, tell);
  // What else may stand in the address is nobody's business.
  say(`${count(sent, 'files')} sent to ${new URL(filesUrl ?? '').host}, ${count(there, 'were there already')}.`);
  const { missing } = await checkFiles({ db, files: store, sample: 1, random: () => 1, named: Infinity });
  const lacking = [...new Set([...damaged, ...missing.hashes])];
  if (lacking.length > 0)
    say(
      `${count(lacking.length, 'files')} are missing or damaged here, and so there: ` +
        `${lacking.slice(0, NAMED).join(', ')}${lacking.length > NAMED ? ', …' : ''}`,
    );
}

interface Rows {
  dataDir: string;
  databaseUrl: string;
  from: Database;
  /** A move that did not say that it ended. */
  begun: Moved | null;
}

async function sendRows({ dataDir, databaseUrl, from, begun }: Rows): Promise<void> {
  const started = performance.now();
  const to = placeOf(databaseUrl);
  let note = begun;
  say(`Copying the rows to ${to} …`);
  const { tables, rows, copied } = await moveDatabase({
    from: from.db,
    dataDir,
    databaseUrl,
    begun: begun?.tables ?? null,
    log: log.info,
    tell: say,
    beforeCommit: (id) => {
      note = { to, tables: id, at: Date.now(), done: false };
      writeMovedNote(dataDir, note);
    },
  });
  if (note) writeMovedNote(dataDir, { ...note, done: true });
  if (!copied) return say(`${to} has all rows already, by a move that did not say that it ended.`);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  say(`${count(rows, 'rows')} of ${tables} tables are in ${to}, and are the same there (${seconds} s).`);
}

/** Moves a folder whose database is in use here. */
async function moveFolder(env: Env): Promise<void> {
  const { dataDir, databaseUrl, filesUrl } = env;
  let begun: Moved | null = null;
  const from = await openEmbedded({
    dataDir,
    log,
    backups: backupOptions(env),
    onFatal,
    // Another move may have ended while this one waited.
    mayOpen: () => {
      begun = readMovedNote(dataDir);
      if (begun?.done) assertNotMoved(dataDir);
    },
  });
  try {
    // A move of hours has the database for itself: one that waits for its turn gives up after two seconds.
    await Promise.all([from.maintenance.stop(), from.backups.stop()]);
    if (filesUrl !== null) await sendBills(env, from.db);
    if (databaseUrl !== null) await sendRows({ dataDir, databaseUrl, from, begun });
  } finally {
    await from.close();
  }
}

/** Sends the bills of a folder whose rows are on PostgreSQL already. */
async function moveBills(env: Env, databaseUrl: string): Promise<void> {
  if (!(await holdsPeople(databaseUrl)))
    throw new StartupError(
      `There is no database in ${env.dataDir}, and nobody in that of DATABASE_URL. Set DATA_DIR to the folder of the ` +
        'server.',
    );
  await withDatabase(env, ({ db }) => sendBills(env, db), log);
}

/** What the store says is for who runs this, and no fault of ours. */
function storeAway(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error;
  throw new StartupError(`${error.message} What was sent stays there: run npm run move again.`, { cause: error });
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
  if (isHere) await moveFolder(env).catch(storeAway);
  else if (databaseUrl !== null && filesUrl !== null) await moveBills(env, databaseUrl).catch(storeAway);
  else if (moved) assertNotMoved(dataDir);
  else throw new StartupError(`There is no database in ${dataDir}. Set DATA_DIR to the folder of the server.`);
  say(
    `Start the server with these settings. What was moved is still in ${dataDir}: remove it once there are backups ` +
      'of where it went. Keep the folder, which the server uses for more.',
  );
}

await runCommand(main);
