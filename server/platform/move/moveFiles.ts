import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf, StartupError } from '#server/platform/base/errors.ts';
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
  /** Names of files that the disk does not give, or whose content is not what the name says. They stay. */
  damaged: string[];
}

/** The disk does not give a file, whatever is done about it. */
class Unreadable extends Error {}

const closed = (place: string, cause: unknown): StartupError =>
  new StartupError(
    `${place} cannot be read (${codeOf(cause)}). Make it readable for this user, and run npm run move again. ` +
      'What was sent stays there.',
    { cause },
  );

/** What this user may not read can be mended: it is not called damaged. */
const unread = (place: string, cause: unknown): Error =>
  ['EACCES', 'EPERM'].includes(codeOf(cause)) ? closed(place, cause) : new Unreadable(place, { cause });

async function* piecesOf(bytes: Readable, place: string): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw unread(place, error);
  }
}

/** Sends a file that the other store does not have. */
async function sendNew(hash: string, from: FileStore, to: FileStore): Promise<keyof MovedFiles> {
  const unreadable = (error: unknown): never => {
    throw unread(`The file ${hash}`, error);
  };
  const file = await from.stream(hash).catch(unreadable);
  // Removed since its folder was read.
  if (file === null) return 'there';
  // What it says once nobody reads it any more would end the process.
  file.bytes.on('error', () => undefined);
  if (file.size > WHOLE) {
    const stored = await to.putStream(piecesOf(file.bytes, `The file ${hash}`), UNKNOWN);
    return stored.hash === hash ? 'sent' : 'damaged';
  }
  file.bytes.destroy();
  const bytes = await from.get(hash).catch(unreadable);
  if (bytes === null) return 'there';
  if (hashOf(bytes) !== hash) return 'damaged';
  await to.put(hash, bytes, kindOf(bytes) ?? UNKNOWN);
  return 'sent';
}

/** One that is lost here keeps none of the others from where they go. */
async function send(hash: string, from: FileStore, to: FileStore): Promise<keyof MovedFiles> {
  if (await to.has(hash)) return 'there';
  try {
    return await sendNew(hash, from, to);
  } catch (error) {
    if (error instanceof Unreadable) return 'damaged';
    throw error;
  }
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
    const place = path.join(root, folder);
    const names = await readdir(place).catch((error: unknown) => {
      throw closed(place, error);
    });
    const hashes = names.filter((name) => isHash(name));
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
