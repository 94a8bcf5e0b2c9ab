import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

const HASH = /^[0-9a-f]{64}$/;

/** Whether this names content: 64 hex digits. */
export const isHash = (name: string): boolean => HASH.test(name);

/** Refuses a name that is no content hash, so that no request can reach another path. */
export function checkHash(hash: string): void {
  if (!isHash(hash)) throw new Error('Not a content hash.');
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The content is not what its name says: the caller's mistake, or bytes damaged on the way. */
class WrongContent extends Error {
  override name = 'WrongContent';
}

/** Throws `WrongContent` unless `hash` is the SHA-256 of `bytes`. */
export function checkContent(hash: string, bytes: Buffer): void {
  checkHash(hash);
  if (hashOf(bytes) !== hash) throw new WrongContent(`The content does not have the hash ${hash}.`);
}

export interface Spooled {
  /** SHA-256 of all bytes, hex. */
  hash: string;
  size: number;
}

/**
 * Writes what comes piece by piece to a file that is not there yet, and syncs it: its hash is known when the last piece
 * has come. Holds one piece in memory. Leaves nothing when a piece does not come, or cannot be written.
 */
export async function spool(file: string, pieces: AsyncIterable<Buffer>): Promise<Spooled> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    const handle = await open(file, 'wx');
    try {
      for await (const piece of pieces) {
        hash.update(piece);
        await handle.writeFile(piece);
        size += piece.length;
      }
      await handle.datasync();
    } finally {
      await handle.close();
    }
    return { hash: hash.digest('hex'), size };
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}
