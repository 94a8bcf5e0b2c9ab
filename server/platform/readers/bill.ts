import sharp, { type Metadata } from 'sharp';
import { MAX_LOGO_SHOWN_BYTES, MAX_PIXELS } from '#contract/limits.ts';
import { withoutPosition } from '#domain/photoPosition.ts';
import { hasEnd } from './ends.ts';
import { decodeHeic } from './heic.ts';
import { judgePdf, type PdfVerdict } from './pdfContent.ts';
import type { AnswerTo, BillFault, Question } from './tasks.ts';

/**
 * Bytes that decoding one picture may take. One that is kept whole while it is decoded needs more than one that comes
 * line by line.
 */
const MAX_DECODED = 256_000_000;
/** Seconds: work inside the library ends by itself and not with its thread. */
const TIMEOUT = 5;

// Pictures are looked at once; a second thread or a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** Bytes of a pixel while the picture is decoded. */
function bytesPerPixel({ format, isProgressive = false, channels = 4, depth, chromaSubsampling }: Metadata): number {
  if (format === 'webp') return channels + 1.5;
  if (!isProgressive) return 0;
  if (format !== 'jpeg') return channels * (depth === 'ushort' ? 2 : 1);
  return 2 * (channels === 3 && chromaSubsampling === '4:2:0' ? 1.5 : channels);
}

/**
 * Decodes a JPEG, PNG or WebP. Its header gives its size: too many pixels, or more memory than allowed for one, is
 * refused before decoding (Z47, S18).
 */
async function decodePicture(bytes: Buffer): Promise<BillFault | null> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const head = await sharp(bytes, { ...options, limitInputPixels: false, pages: 1 }).metadata();
    const pixels = head.width * head.height;
    if (pixels > MAX_PIXELS || pixels * bytesPerPixel(head) > MAX_DECODED) return 'pixels';
    if ((head.pages ?? 1) > 1) return 'moving';
    await sharp(bytes, options)
      .timeout({ seconds: TIMEOUT })
      .resize(32, 32, { fit: 'inside', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
    return null;
  } catch {
    return 'broken';
  }
}

const bufferOf = (bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const PDF_FAULTS: Readonly<Record<PdfVerdict, BillFault | null>> = {
  fine: null,
  active: 'active',
  protected: 'protected',
  tooLong: 'pages',
  broken: 'broken',
};

/** What is wrong with a bill of that type; null when it is what it says. */
async function faultOf({ bytes, type }: Question<'bill'>): Promise<BillFault | null> {
  const file = bufferOf(bytes);
  if (!hasEnd(type, file)) return 'broken';
  if (type === 'application/pdf') return PDF_FAULTS[await judgePdf(file)];
  return type === 'image/heic' ? decodeHeic(file) : decodePicture(file);
}

/** Judges a bill, and takes out of a picture where it was taken (S1, S2, S9, S18). */
export async function readBill(question: Question<'bill'>): Promise<AnswerTo<'bill'>> {
  const fault = await faultOf(question);
  if (fault !== null) return { fault };
  return question.type === 'application/pdf' ? { fault, shown: null } : readPosition(question);
}

/** Takes out of a picture where it was taken. */
export function readPosition({ bytes }: Question<'position'>): AnswerTo<'position'> {
  try {
    return { fault: null, shown: withoutPosition(bytes) };
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'broken' };
    throw error;
  }
}

/** Width, height and quality of a logo, from the best to what always fits. */
const LOGOS = [
  [480, 160, 82],
  [480, 160, 50],
  [240, 80, 50],
  [120, 40, 40],
] as const;

/** Makes a small picture of one (ORG-37): whatever else its bytes were is left behind. */
export async function readLogo(question: Question<'logo'>): Promise<AnswerTo<'logo'>> {
  const fault = await faultOf(question);
  if (fault !== null) return { fault };
  for (const [width, height, quality] of LOGOS) {
    const small = await sharp(bufferOf(question.bytes), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIMEOUT })
      .rotate()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    if (small.length <= MAX_LOGO_SHOWN_BYTES) return { fault: null, small: new Uint8Array(small) };
  }
  return { fault: 'pixels' };
}
