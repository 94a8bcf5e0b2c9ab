import type { FileType } from '#contract/enums.ts';
import { MAX_PDF_PAGES } from '#contract/limits.ts';
import { judgeFileSize } from '#domain/files.ts';
import { invalidRequest, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { readers } from '#server/platform/readers/pool.ts';
import type { BillFault } from '#server/platform/readers/tasks.ts';
import { kindOf } from '#server/platform/files/kinds.ts';

/** Milliseconds for a HEIC, whose decoder has no native code: twelve megapixels take one and a half seconds. */
const HEIC_PATIENCE = 5_000;

const BROKEN = 'This file is broken. Please take or choose it again';
const unsupported = (message: string): Refusal => new Refusal('UNSUPPORTED_FILE', message);

const REFUSALS: Readonly<Record<BillFault, () => Refusal>> = {
  broken: () => invalidRequest(BROKEN, { file: BROKEN }),
  pixels: () => unsupported('This picture has too many pixels.'),
  moving: () => unsupported('Moving pictures are not taken.'),
  active: () =>
    unsupported(
      'This PDF holds a script, a form that sends itself, a link to a file or another file. ' +
        'Please print it to a new PDF, or take a photo of it.',
    ),
  protected: () => unsupported('This PDF is protected by a password. Please save it without one.'),
  pages: () => unsupported(`This PDF has more than ${MAX_PDF_PAGES} pages.`),
};

export interface Inspected {
  type: FileType;
  /**
   * What others are shown instead: a picture without the place where it was taken. Null when the file itself may be
   * shown.
   */
  shown: Buffer | null;
}

/** Refuses a file of this size: 413 too large, 422 empty. */
export function assertSize(bytes: number): void {
  const size = judgeFileSize(bytes);
  if (!size.ok && size.code === 'INVALID') throw invalidRequest(size.message, { file: size.message });
  assertAllowed(size);
}

/**
 * Judges an uploaded file by its bytes. Refuses: too large 413 (DOC-1); empty, broken or too long to read 422 (DOC-2);
 * of another kind 415 (DOC-3); a PDF with too many pages, protected, or with more than content 415 (DOC-14); a picture
 * with too many pixels 415; 503 when too many wait.
 */
export async function inspectBill(bytes: Buffer): Promise<Inspected> {
  assertSize(bytes.length);
  const type = kindOf(bytes);
  if (type === null) throw unsupported('Only PDF, JPEG, PNG, WebP and HEIC files are taken.');
  // Pictures are decoded one at a time: one may take a quarter of a gigabyte while it is (S18).
  const answer = await readers().read(
    'bill',
    { bytes, type },
    { alone: type !== 'application/pdf', ...(type === 'image/heic' && { patience: HEIC_PATIENCE }) },
  );
  if (answer.fault !== null) throw REFUSALS[answer.fault]();
  return { type, shown: answer.shown === null ? null : Buffer.from(answer.shown.buffer) };
}

/** The type of a file that `inspectBill` takes. */
export const inspectFile = async (bytes: Buffer): Promise<FileType> => (await inspectBill(bytes)).type;
