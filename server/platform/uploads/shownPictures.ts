import { transact } from '#server/platform/database/transact.ts';
import { invalidRequest, notFound } from '#server/platform/base/errors.ts';
import { readers } from '#server/platform/readers/pool.ts';
import { noteShown, type ShownCopy, type StoredFile, noteShownAsIs } from './repository/files.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import type { Services } from '#server/platform/http/services.ts';

/**
 * Where a photo was taken is nobody's business but its taker's (Z53, S2): others see a copy without it, made
 * once.
 */

/** What work on stored files needs. `now` in epoch milliseconds. */
export interface FileWork {
  services: Pick<Services, 'database' | 'files'>;
  now: number;
}

const UNREADABLE = 'This picture cannot be shown. Please ask for another one.';

/** Stores what others see instead of a picture, before any row names it. */
export async function storeShown(
  { services }: { services: Pick<Services, 'files'> },
  bytes: Buffer,
  type: string,
): Promise<ShownCopy> {
  const hash = sha256(bytes);
  await services.files.put(hash, bytes, type);
  return { hash, size: bytes.length, type };
}

/** The copy of a picture that was stored before copies were made at upload. */
async function findOut(context: FileWork, file: StoredFile): Promise<Buffer> {
  const { services, now } = context;
  const { db } = services.database;
  const bytes = await services.files.get(file.hash);
  if (bytes === null) throw notFound();
  const answer = await readers().read('position', { bytes });
  if (answer.fault !== null) throw invalidRequest(UNREADABLE, { file: UNREADABLE });
  const shown = answer.shown === null ? bytes : Buffer.from(answer.shown.buffer);
  if (answer.shown === null) await noteShownAsIs(db, file.hash);
  else {
    const copy = await storeShown(context, shown, file.type);
    await transact(db, (tx) => noteShown(tx, file.hash, copy, now));
  }
  return shown;
}

/**
 * What others than its taker see of a file; the file itself when it is no picture. Throws NOT_FOUND when it is lost.
 */
export async function shownTo(context: FileWork, file: StoredFile): Promise<Buffer> {
  const { files } = context.services;
  const hash = file.type.startsWith('image/') ? file.shown_hash : file.hash;
  const bytes = hash === null ? null : await files.get(hash);
  if (bytes !== null) return bytes;
  if (hash === file.hash) throw notFound();
  return findOut(context, file);
}
