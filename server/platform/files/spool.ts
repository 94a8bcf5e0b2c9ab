import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

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
