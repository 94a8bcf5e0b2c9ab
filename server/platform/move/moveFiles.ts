import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createLimiter } from '#server/platform/base/concurrency.ts';
import { LOOKED_AT_ONCE } from '#server/platform/files/checkJob.ts';
import { openDiskStore } from '#server/platform/files/diskStore.ts';
import { kindOf } from '#server/platform/files/kinds.ts';
import { hashOf, isHash } from '#server/platform/files/spool.ts';
import type { FileStore } from '#server/platform/files/store.ts';

/** Larger ones, which are reports, go piece by piece. */
const WHOLE = 8e6;
const UNKNOWN = 'application/octet-stream';

export interface MovedFiles {
  sent: number;
  /** The store had them. */
  there: number;
  /** Names of files whose content is not what the name says. They stay where they are. */
  damaged: string[];
}

async function send(hash: string, from: FileStore, to: FileStore): Promise<keyof MovedFiles> {
  if (await to.has(hash)) return 'there';
  const file = await from.stream(hash);
  // Removed since its folder was read.
  if (file === null) return 'there';
  if (file.size > WHOLE) return (await to.putStream(file.bytes, UNKNOWN)).hash === hash ? 'sent' : 'damaged';
  file.bytes.destroy();
  const bytes = await from.get(hash);
  if (bytes === null) return 'there';
  if (hashOf(bytes) !== hash) return 'damaged';
  await to.put(hash, bytes, kindOf(bytes) ?? UNKNOWN);
  return 'sent';
}

/**
 * Sends every file below the data folder to another store, each confirmed by it; they stay in the folder. What the
 * store has is not sent again, so a move that was ended goes on. `tell` hears now and then how far it is. Throws what
 * the store says.
 */
export async function moveFiles(
  dataDir: string,
  to: FileStore,
  tell: (soFar: MovedFiles) => void = () => undefined,
): Promise<MovedFiles> {
  const from = openDiskStore(dataDir);
  const root = path.join(dataDir, 'files');
  const moved: MovedFiles = { sent: 0, there: 0, damaged: [] };
  const inTurn = createLimiter(LOOKED_AT_ONCE);
  const folders = (await readdir(root, { withFileTypes: true })).filter((one) => one.isDirectory());
  for (const { name: folder } of folders) {
    const hashes = (await readdir(path.join(root, folder))).filter((name) => isHash(name));
    const done = await Promise.all(
      hashes.map((hash) => inTurn(async () => [hash, await send(hash, from, to)] as const)),
    );
    for (const [hash, what] of done) {
      if (what === 'damaged') moved.damaged.push(hash);
      else moved[what] += 1;
    }
    tell(moved);
  }
  return moved;
}
