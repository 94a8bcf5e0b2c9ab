import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { startEngine } from './embeddedThread.ts';
import { oneSession } from './poolSettings.ts';
import { syncFolder, syncTree } from './syncTree.ts';
import { WalState } from './walState.ts';
import { WorkerStream } from './workerStream.ts';

const KEEP = 8;
/** Nothing is ever removed from these, so a copy made a moment later has at least as many rows. */
const COUNTED = ['people', 'claims', 'claim_bills', 'audit_log'] as const;

type Counts = Record<string, number>;

export interface BackupInfo {
  /** Folder below `backups`: the moment it was made, in UTC. */
  name: string;
  /** Epoch milliseconds. */
  at: number;
  counts: Counts;
  /** The last migration of the database in it: builds that know it can open the backup. Older builds did not say. */
  migration?: string | undefined;
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

/** Checked backups of the embedded database, newest first. */
export async function listBackups(dataDir: string): Promise<BackupInfo[]> {
  const names = await readdir(backupsOf(dataDir)).catch(() => []);
  const infos = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(backupsOf(dataDir), name, 'backup.json'), 'utf8').catch(() => null);
      return text === null ? null : (JSON.parse(text) as BackupInfo);
    }),
  );
  return infos.filter((info) => info !== null).sort((a, b) => b.at - a.at);
}

/**
 * Copies the database while it goes on working (PostgreSQL's own backup procedure), opens the copy, compares the
 * counts and keeps it under `backups` with the newest eight. A copy that does not open, or has fewer rows, is thrown
 * away and an error thrown. The caller makes sure that no checkpoint is made meanwhile. Bills are not in it: their
 * files never change and are copied like any folder.
 */
export async function makeBackup(pool: pg.Pool, dataDir: string, now: number): Promise<BackupInfo> {
  const name = new Date(now).toISOString().replaceAll(':', '-').replace(/\.\d+/, '');
  const home = backupsOf(dataDir);
  const partial = path.join(home, `${name}.partial`);
  const copy = path.join(partial, 'database');
  await mkdir(home, { recursive: true });
  for (const left of await readdir(home))
    if (left.endsWith('.partial')) await rm(path.join(home, left), { recursive: true, force: true });
  try {
    await mkdir(partial);
    const counts = await copyRunning(pool, path.join(dataDir, 'database'), copy);
    await checkCopy(copy, counts);
    const info: BackupInfo = { name, at: now, counts, migration: await lastMigration(pool) };
    await writeFile(path.join(partial, 'backup.json'), `${JSON.stringify(info, null, 2)}\n`);
    await syncTree(partial);
    await rename(partial, path.join(home, name));
    syncFolder(home);
    for (const old of (await listBackups(dataDir)).slice(KEEP))
      await rm(path.join(home, old.name), { recursive: true, force: true });
    return info;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
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
export async function checkCopy(copy: string, least: Counts): Promise<void> {
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
