import type { FileType, PreviewSize } from '#contract/enums.ts';
import { createLimiter } from '#server/platform/base/concurrency.ts';
import { notFound, Refusal, unavailable } from '#server/platform/base/errors.ts';
import { readers } from '#server/platform/readers/pool.ts';
import { fileByHash, type StoredFile } from './repository/files.ts';
import { keepPreviews, keptPreview, takeDue, type Previews } from './repository/previews.ts';
import { shownTo, type FileWork } from './shownPictures.ts';

/** Milliseconds: a HEIC or a page with many pictures is drawn by code that is not native. */
const PATIENCE = 6_000;
/** Milliseconds after which somebody else tries again what nobody has finished. */
const TURN = 60_000;
/** More that wait are refused: uploads are read by the same threads. */
const MOST_WAITING = 30;

const oneByOne = createLimiter(1);
let waiting = 0;

async function draw(work: FileWork, file: StoredFile): Promise<Previews | null> {
  try {
    const bytes = await shownTo(work, file);
    const question = { bytes, type: file.type as FileType };
    return await readers().read('preview', question, { alone: true, patience: PATIENCE });
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'UNAVAILABLE') return null;
    throw error;
  }
}

/** Draws and keeps both. What cannot be drawn is not tried again. Throws UNAVAILABLE when the machine is too busy. */
async function make(work: FileWork, file: StoredFile): Promise<Previews | null> {
  const made = await draw(work, file);
  await keepPreviews(work.services.database.db, file.hash, made);
  return made;
}

/**
 * A small picture of a bill as WebP (DOC-16), made once: after its upload, or when it is first asked for. Throws
 * NOT_FOUND where the bill cannot be drawn, UNAVAILABLE while too many wait to be.
 */
export async function previewOf(work: FileWork, file: StoredFile, size: PreviewSize): Promise<Buffer> {
  const { db } = work.services.database;
  const kept = await keptPreview(db, file.hash, size);
  if (kept?.bytes) return kept.bytes;
  if (kept) throw notFound();
  if (waiting >= MOST_WAITING) throw unavailable();
  waiting += 1;
  try {
    const made = await oneByOne(async () => {
      const meanwhile = await keptPreview(db, file.hash, size);
      return meanwhile ? meanwhile.bytes : ((await make(work, file))?.[size] ?? null);
    });
    if (made === null) throw notFound();
    return Buffer.from(made);
  } finally {
    waiting -= 1;
  }
}

/**
 * Makes the pictures of one bill that was uploaded; false: none is due, or files are being read that somebody waits
 * for. Whoever asks for a picture that is not made yet gets it made at once.
 */
export async function makeDuePreviews(work: FileWork): Promise<boolean> {
  if (readers().isBusy()) return false;
  const { db } = work.services.database;
  const hash = await takeDue(db, work.now, work.now + TURN);
  if (hash === undefined) return false;
  const file = await fileByHash(db, hash);
  if (file) await oneByOne(() => make(work, file));
  return true;
}
