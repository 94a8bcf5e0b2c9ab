import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

/**
 * Has `write` make a file beside `file`, and gives it that name: whoever looks sees the old one or the new one, whole.
 * Several may do so at the same time, in processes of their own. Rejects as `write` does, and leaves nothing then.
 */
export async function writeWhole(file: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await write(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}
