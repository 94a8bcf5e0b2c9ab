import { constants } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { StartupError } from '#server/platform/base/errors.ts';
import { FILES_RESERVE, freeBytes } from '#server/platform/base/storageSpace.ts';
import { startEngine } from '../embeddedThread.ts';
import { oneSession } from '../poolSettings.ts';
import { syncFolder } from '../syncTree.ts';
import { WalState } from '../walState.ts';
import { WorkerStream } from '../workerStream.ts';
import { BackupRefused, readBackupTop, type BackupKey } from './backupFile.ts';
import { runPacking } from './packing.ts';
import { bytesBelow } from './tree.ts';

/** Nothing is ever removed from these, so a copy made a moment later has at least as many rows. */
const COUNTED = ['people', 'claims', 'claim_bills', 'audit_log'] as const;
const SUFFIX = '.backup';
/** Ends the name of what is not whole yet. */
export const PARTIAL = '.partial';

type Counts = Record<string, number>;

/** What is written into a backup about it. */
interface BackupNote {
  /** The moment it was made, in UTC: its file below `backups`, without the ending. */
  name: string;
  /** Epoch milliseconds. */
  at: number;
  counts: Counts;
  /** The last migration of the database in it: builds that know it can open the backup. Older builds did not say. */
  migration?: string | undefined;
  /** The database's count of transactions then: the same now, and nothing has changed since. */
  transaction?: string | undefined;
}

export interface BackupInfo extends BackupNote {
  /** Where it is. Builds before this one left folders. */
  file: string;
  /** The id of the key that it takes; null where it is not encrypted. */
  keyId: string | null;
}

/** The folder of a data folder's backups. */
export const backupsOf = (dataDir: string): string => path.join(dataDir, 'backups');

async function exists(pool: pg.Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table]);
  return rows[0]?.found === true;
}

async function count(pool: pg.Pool): Promise<Counts> {
  const counts: Counts = {};
  for (const table of COUNTED) {
    if (!(await exists(pool, table))) continue;
    const { rows } = await pool.query<{ n: number }>(`select count(*) as n from ${table}`);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}

async function lastMigration(pool: pg.Pool): Promise<string | undefined> {
  if (!(await exists(pool, 'kysely_migration'))) return undefined;
  const { rows } = await pool.query<{ name: string }>('select max(name) as name from kysely_migration');
  return rows[0]?.name;
}

/** Changes with each transaction that writes. */
export async function transactionOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ at: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as at');
  return rows[0]?.at ?? '';
}

async function infoOf(file: string): Promise<BackupInfo | null> {
  if (file.endsWith(SUFFIX)) {
    const found = await readBackupTop<BackupNote>(file).catch(() => null);
    return found && { ...found.info, file, keyId: found.keyId };
  }
  const text = await readFile(path.join(file, 'backup.json'), 'utf8').catch(() => null);
  return text === null ? null : { ...(JSON.parse(text) as BackupNote), file, keyId: null };
}

/** Backups of the embedded database, newest first. */
export async function listBackups(dataDir: string): Promise<BackupInfo[]> {
  const home = backupsOf(dataDir);
  const names = await readdir(home).catch(() => []);
  const infos = await Promise.all(
    names.filter((name) => !name.endsWith(PARTIAL)).map((name) => infoOf(path.join(home, name))),
  );
  return infos.filter((info) => info !== null).sort((a, b) => b.at - a.at);
}

/** Where the backup of this name is kept. */
export const backupFile = (dataDir: string, name: string): string => path.join(backupsOf(dataDir), name + SUFFIX);

/** The name of a backup by its moment. */
export const nameOf = (at: number): string => new Date(at).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');

/** Throws `StartupError` where a copy of the database would fill the disk. */
export async function assertRoom(dataDir: string): Promise<void> {
  const needed = 2 * (await bytesBelow(path.join(dataDir, 'database'))) + FILES_RESERVE;
  const free = await freeBytes(dataDir);
  if (needed > free)
    throw new StartupError(
      `There is no room for a backup: it takes ${Math.ceil(needed / 1e6)} MB for a while, and ${dataDir} has ` +
        `${Math.floor(free / 1e6)} MB left.`,
    );
}

export interface MakeOptions {
  now: number;
  /** What encrypts it. */
  key: BackupKey | null;
  /** Called when the files are copied: checkpoints may be made again. */
  onCopied?: () => void;
}

/**
 * Copies the database while it goes on working (PostgreSQL's own backup procedure), opens the copy, compares the
 * counts, packs it into a file and keeps that under `backups`. A copy that does not open, or has fewer rows, is thrown
 * away and an error thrown. The caller makes sure that no checkpoint is made while files are copied. Bills are not in
 * it: their files never change and are copied like any folder.
 */
export async function makeBackup(
  pool: pg.Pool,
  dataDir: string,
  { now, key, onCopied }: MakeOptions,
): Promise<BackupInfo> {
  const name = nameOf(now);
  const home = backupsOf(dataDir);
  const partial = path.join(home, name + PARTIAL);
  const copy = path.join(partial, 'database');
  await mkdir(home, { recursive: true });
  for (const left of await readdir(home))
    if (left.endsWith(PARTIAL)) await rm(path.join(home, left), { recursive: true, force: true });
  await assertRoom(dataDir);
  try {
    await mkdir(partial);
    // Before the first row is copied: whatever changes later counts as a change.
    const transaction = await transactionOf(pool);
    const counts = await copyRunning(pool, path.join(dataDir, 'database'), copy);
    onCopied?.();
    await checkCopy(copy, counts);
    const note: BackupNote = { name, at: now, counts, migration: await lastMigration(pool), transaction };
    const file = backupFile(dataDir, name);
    await runPacking({ kind: 'pack', file: path.join(partial, 'packed'), info: note, root: copy, key });
    await rename(path.join(partial, 'packed'), file);
    syncFolder(home);
    return { ...note, file, keyId: key?.id ?? null };
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * Puts the database of a backup into a new folder, proves it and opens it. Throws `StartupError` with the reason where
 * it cannot be used.
 */
export async function openBackup(
  { name, file, counts }: BackupInfo,
  to: string,
  keys: readonly BackupKey[],
): Promise<void> {
  try {
    if (file.endsWith(SUFFIX)) await runPacking({ kind: 'unpack', file, root: to, keys });
    else await cp(path.join(file, 'database'), to, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await checkCopy(to, counts).catch((error: unknown) => {
      throw new BackupRefused((error as Error).message);
    });
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new StartupError(`The backup ${name} cannot be used: ${error.message} Nothing was changed.`);
  }
}

async function copyRunning(pool: pg.Pool, from: string, to: string): Promise<Counts> {
  const log = path.join(from, 'pg_wal');
  // Both calls must come from one session; the pool has only one.
  await pool.query("select pg_backup_start('kharcha', fast => true)");
  let label = '';
  let counts: Counts = {};
  try {
    // Tables may change under the copy: replaying the log from the begin of the backup puts them right.
    await cp(from, to, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (file) => path.dirname(file) !== log && path.basename(file) !== 'postmaster.pid',
    });
    counts = await count(pool);
  } finally {
    const { rows } = await pool.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    label = rows[0]?.labelfile ?? '';
  }
  await cp(log, path.join(to, 'pg_wal'), { recursive: true });
  await writeFile(path.join(to, 'backup_label'), label);
  return counts;
}

/** Opens the copy, which replays the log, and closes it in order: what is kept opens at once. */
async function checkCopy(copy: string, least: Counts): Promise<void> {
  const engine = await startEngine({ folder: copy, wal: new WalState().buffer, durable: false });
  const pool = oneSession(() => new WorkerStream(engine.worker));
  try {
    const found = await count(pool);
    for (const [table, rows] of Object.entries(least)) {
      if ((found[table] ?? -1) < rows)
        throw new Error(`The backup has ${found[table] ?? 'no'} rows in ${table}, and not ${rows}.`);
    }
  } finally {
    await pool.end();
    await engine.close();
  }
}
