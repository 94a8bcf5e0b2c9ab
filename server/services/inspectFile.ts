import type { FileType } from '#contract/enums.ts';
import { MAX_PDF_PAGES, MAX_PIXELS } from '#contract/limits.ts';
import { judgeFileSize } from '#domain/files.ts';
import { invalid, Refusal } from '#server/errors.ts';
import { demand } from '#server/policies/demand.ts';
import { hasEnd, heicPixels, kindOf } from './fileKinds.ts';
import { judgePdf, type PdfVerdict } from './pdfContent.ts';
import { takingTurns } from './turns.ts';

/** Pictures decoded at once: each may take a hundred megabytes while it is looked at. */
const AT_ONCE = 2;
const inTurn = takingTurns(AT_ONCE);

const BROKEN = 'This file is broken. Please take or choose it again';
const broken = (): Refusal => invalid(BROKEN, { file: BROKEN });
const unsupported = (message: string): Refusal => new Refusal('UNSUPPORTED_FILE', message);

async function decodes(bytes: Buffer): Promise<void> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  // Read with the first picture and not at every start: it takes as long as all the rest.
  const { default: sharp } = await import('sharp');
  let size: { width?: number; height?: number; pages?: number };
  try {
    // The size stands in the head: a picture too large is refused before anything is decoded (reliability Z47).
    size = await sharp(bytes, { ...options, limitInputPixels: false, pages: 1 }).metadata();
  } catch {
    throw broken();
  }
  if ((size.width ?? 0) * (size.height ?? 0) > MAX_PIXELS) throw unsupported('This picture has too many pixels.');
  if ((size.pages ?? 1) > 1) throw unsupported('Moving pictures are not taken.');
  try {
    await sharp(bytes, options).resize(32, 32, { fit: 'inside', fastShrinkOnLoad: false }).raw().toBuffer();
  } catch {
    throw broken();
  }
}

function judgeHeic(bytes: Buffer): void {
  const pixels = heicPixels(bytes);
  if (pixels === null) throw broken();
  if (pixels > MAX_PIXELS) throw unsupported('This picture has too many pixels.');
}

const PDF_REFUSALS: Readonly<Record<Exclude<PdfVerdict, 'fine'>, () => Refusal>> = {
  active: () => unsupported('This PDF holds a script, a form that sends itself or another file. Please print it to a new PDF, or take a photo of it.'),
  protected: () => unsupported('This PDF is protected by a password. Please save it without one.'),
  tooLong: () => unsupported(`This PDF has more than ${MAX_PDF_PAGES} pages.`),
  broken,
};

async function readsAsPdf(bytes: Buffer): Promise<void> {
  const verdict = await judgePdf(bytes);
  if (verdict !== 'fine') throw PDF_REFUSALS[verdict]();
}

/** Refuses a file of this size: 413 too large, 422 empty. */
export function demandSize(bytes: number): void {
  const size = judgeFileSize(bytes);
  if (!size.ok && size.code === 'INVALID') throw invalid(size.sentence, { file: size.sentence });
  demand(size);
}

/**
 * Judges an uploaded file by its bytes (wire.md, 'Uploads and documents') and answers its type. Refuses: too large 413, empty or broken 422,
 * of another kind, with too many pixels or pages, or with more than content 415.
 */
export async function inspectFile(bytes: Buffer): Promise<FileType> {
  demandSize(bytes.length);
  const type = kindOf(bytes);
  if (type === null) throw unsupported('Only PDF, JPEG, PNG, WebP and HEIC files are taken.');
  if (!hasEnd(type, bytes)) throw broken();
  if (type === 'image/heic') judgeHeic(bytes);
  else await inTurn(() => (type === 'application/pdf' ? readsAsPdf(bytes) : decodes(bytes)));
  return type;
}
