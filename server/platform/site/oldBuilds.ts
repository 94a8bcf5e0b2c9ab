import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { KEEP_DAYS } from '#contract/limits.ts';
import { HASHED } from './clientFiles.ts';

/**
 * The hashed files of every build this server has served (SW-1, X40): a page that was loaded
 * long ago may still ask for a piece of its own build. One flat folder in the data folder; a file's time of change is
 * when its build was last served.
 */
export const buildsFolder = (dataDir: string): string => join(dataDir, 'builds');

const DAY = 86_400_000;

/**
 * Copies the hashed files of the current build, whole or not at all, and marks them as served at `now` (epoch
 * milliseconds).
 */
export async function keepBuild(clientDir: string, dataDir: string, now: number): Promise<void> {
  const from = join(clientDir, HASHED);
  const to = buildsFolder(dataDir);
  if (!(await stat(from).catch(() => null))) return;
  await mkdir(to, { recursive: true });
  const served = new Date(now);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.map')) continue;
    const kept = join(to, entry.name);
    if (!(await stat(kept).catch(() => null))) {
      await copyFile(join(from, entry.name), `${kept}.part`);
      await rename(`${kept}.part`, kept);
    }
    await utimes(kept, served, served);
  }
}

/** Removes what no build has served for 400 days. Answers how many files went. */
export async function pruneBuilds(dataDir: string, now: number): Promise<number> {
  const folder = buildsFolder(dataDir);
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= now - KEEP_DAYS * DAY) continue;
    await rm(file);
    removed += 1;
  }
  return removed;
}
