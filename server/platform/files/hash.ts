import { createHash } from 'node:crypto';

const HASH = /^[0-9a-f]{64}$/;

/** Refuses a name that is no content hash, so that no request can reach another path. */
export function checkHash(hash: string): void {
  if (!HASH.test(hash)) throw new Error('Not a content hash.');
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
