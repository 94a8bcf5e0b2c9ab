import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

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
