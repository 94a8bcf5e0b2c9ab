import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { KEEP_DAYS } from '#contract/limits.ts';
import { writeWhole } from '#server/platform/files/writeWhole.ts';

/** The folder in which the build puts files whose name holds a hash. */
export const HASHED = '/assets/';

/** Never sent, even when a build leaves one behind: what only its makers need, and what begins with a dot. */
const isPrivate = (path: string): boolean =>
  path.endsWith('.map') || path.split('/').some((part) => part.startsWith('.'));

/** The name of a hashed file, when a path asks for one that may be sent: no compressed neighbour, no half copy. */
export function hashedName(path: string): string | null {
  const name = path.startsWith(HASHED) ? path.slice(HASHED.length) : '';
  return /^[\w-][\w.-]*$/.test(name) && !/\.(?:br|gz|part|map)$/i.test(name) ? name : null;
}

/**
 * The files of a built client whose name holds no hash, by the path under which each is asked for, with their entity
 * tags. The tag is made of the content: pages of two builds may have one size and, unpacked from an image, one time of
 * change. What is not in this map is not served: a path is looked up, so none can lead out of the folder (Z65).
 */
export async function readPlainFiles(folder: string): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile() || /\.(?:br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (isPrivate(path) || path.startsWith(HASHED)) continue;
    const hash = createHash('sha256').update(await readFile(file));
    tags.set(path, `W/"${hash.digest('base64url').slice(0, 27)}"`);
  }
  return tags;
}

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
    if (!(await stat(kept).catch(() => null))) await writeWhole(kept, (part) => copyFile(join(from, entry.name), part));
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
