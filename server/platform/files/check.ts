import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { hashOf } from './hash.ts';
import type { FileStore } from './store.ts';
import { filesAfter } from './repository.ts';

export interface CheckOptions {
  db: Kysely<Tables>;
  files: FileStore;
  /** Reads and hashes about one file in this many; 1 reads all. */
  sample: number;
  /** 0 to 1. */
  random: () => number;
}

export interface CheckResult {
  checked: number;
  hashed: number;
  /** Hashes of files that the store does not have. */
  missing: string[];
  /** Hashes of files with other content. */
  damaged: string[];
}

const PAGE = 500;

/**
 * Compares the files the database knows with the store: whether each is there, and for a sample whether it still is
 * what its name says. Reads only.
 */
export async function checkFiles({ db, files, sample, random }: CheckOptions): Promise<CheckResult> {
  const result: CheckResult = { checked: 0, hashed: 0, missing: [], damaged: [] };
  for (let after = ''; ;) {
    const rows = await filesAfter(db, after, PAGE);
    for (const { hash, size } of rows) {
      result.checked++;
      if (random() * sample >= 1) {
        if (!(await files.has(hash))) result.missing.push(hash);
        continue;
      }
      const bytes = await files.get(hash);
      if (bytes === null) result.missing.push(hash);
      else if (bytes.length !== size || hashOf(bytes) !== hash) result.damaged.push(hash);
      result.hashed++;
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return result;
    after = last.hash;
  }
}
