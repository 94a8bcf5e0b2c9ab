import type { Kysely } from 'kysely';
import { createLimiter } from '#server/platform/base/concurrency.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { hashOf } from './spool.ts';
import { filesAfter, keepReport, lastReport } from './repository.ts';
import type { FileStore } from './store.ts';

interface CheckOptions {
  db: Kysely<Tables>;
  files: FileStore;
  /** Reads and hashes about one file in this many; 1 reads all. */
  sample: number;
  /** 0 to 1. */
  random: () => number;
  /** How many of each kind are kept by their hashes: where the store is another one, every file is missing. */
  named: number;
}

interface Lacking {
  count: number;
  hashes: string[];
}

interface CheckResult {
  checked: number;
  hashed: number;
  /** Files that the store does not have. */
  missing: Lacking;
  /** Files with other content. */
  damaged: Lacking;
}

const PAGE = 500;
/** Files that are looked at beside each other: an object store is mostly waited for. */
export const LOOKED_AT_ONCE = 16;

/**
 * Compares the files the database knows with the store: whether each is there, and for a sample whether it still is
 * what its name says. Reads only.
 */
export async function checkFiles({ db, files, sample, random, named }: CheckOptions): Promise<CheckResult> {
  const none = (): Lacking => ({ count: 0, hashes: [] });
  const result: CheckResult = { checked: 0, hashed: 0, missing: none(), damaged: none() };
  const note = (lacking: Lacking, hash: string): void => {
    lacking.count += 1;
    if (lacking.hashes.length < named) lacking.hashes.push(hash);
  };
  const inTurn = createLimiter(LOOKED_AT_ONCE);
  const look = async ({ hash, size }: { hash: string; size: number }): Promise<void> => {
    result.checked++;
    if (random() * sample >= 1) {
      if (!(await files.has(hash))) note(result.missing, hash);
      return;
    }
    const bytes = await files.get(hash);
    if (bytes === null) note(result.missing, hash);
    else if (bytes.length !== size || hashOf(bytes) !== hash) note(result.damaged, hash);
    result.hashed++;
  };
  for (let after = ''; ;) {
    const rows = await filesAfter(db, after, PAGE);
    await Promise.all(rows.map((row) => inTurn(() => look(row))));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return result;
    after = last.hash;
  }
}

/** Every file is looked up once a day, and about one in this many is read and compared: each about once a month. */
const SAMPLE = 30;
/** This many are named in the log; the rest are counted. */
const NAMED = 20;
const FILE_CHECK = 'fileCheck';

/** What `GET /readyz` says of the bills beside whether the server can serve, which does not depend on it. */
interface FileReport {
  checkedAt: number;
  checked: number;
  missing: number;
  damaged: number;
}

/**
 * Compares the files of the database with the store and keeps what it found (U3). Missing or damaged ones are an error
 * in the log, by fingerPrint: the phone that took such a bill may still have it, and a backup of the folder does.
 */
export async function fileCheck(
  db: Kysely<Tables>,
  files: FileStore,
  now: number,
  log: { error(fields: object, message: string): void },
  random: () => number = Math.random,
): Promise<void> {
  const { checked, hashed, missing, damaged } = await checkFiles({ db, files, sample: SAMPLE, random, named: NAMED });
  const report = JSON.stringify({ checked, hashed, missing: missing.count, damaged: damaged.count });
  await keepReport(db, FILE_CHECK, now, report);
  const count = missing.count + damaged.count;
  if (count > 0)
    log.error(
      { job: FILE_CHECK, missing: missing.hashes, damaged: damaged.hashes, count },
      'bills are missing or damaged',
    );
}

/** The last check's result; null before the first. */
export async function lastFileCheck(db: Kysely<Tables>): Promise<FileReport | null> {
  const row = await lastReport(db, FILE_CHECK);
  if (!row) return null;
  const { checked, missing, damaged } = row.report as Omit<FileReport, 'checkedAt'>;
  return { checkedAt: row.at, checked, missing, damaged };
}
