import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS, PREVIEW_BYTES } from '#contract/limits.ts';
import { heicPicture } from './heic.ts';
import { firstPage } from './pdfPicture.ts';
import type { AnswerTo, Question } from './tasks.ts';

/** Seconds: work inside the library ends by itself and not with its thread. */
const TIMEOUT = 5;
/** Long side in pixels and quality, from the best on; the last fits whatever the picture shows. */
const STEPS = {
  small: [
    [128, 50],
    [96, 40],
    [80, 25],
    [48, 10],
  ],
  large: [
    [640, 60],
    [640, 40],
    [480, 40],
    [480, 20],
    [320, 10],
  ],
} as const;

// Pictures are looked at once; a second thread or a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** A picture of the bill, upright, of a PDF its first page; null where nothing can be drawn. */
async function pictureOf({ bytes, type }: Question<'preview'>): Promise<Sharp | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type !== 'application/pdf' && type !== 'image/heic')
    return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate();
  const drawn = type === 'image/heic' ? heicPicture(file) : await firstPage(file, STEPS.large[0][0]);
  if (!drawn) return null;
  const { pixels, ...raw } = drawn;
  return sharp(pixels, { raw });
}

/** Takes half the time of what the library does unless told, for 3 in 100 more bytes. */
const EFFORT = 2;

/** As WebP within so many bytes; null when even the last step is too large. */
async function within(picture: Sharp, steps: (typeof STEPS)[keyof typeof STEPS], most: number): Promise<Buffer | null> {
  for (const [side, quality] of steps) {
    const made = await picture
      .clone()
      .timeout({ seconds: TIMEOUT })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality, effort: EFFORT })
      .toBuffer();
    if (made.length <= most) return made;
  }
  return null;
}

/**
 * Draws a bill small, in both sizes (DOC-16). Whatever else its bytes say, like the place of a photo, is left behind.
 */
export async function readPreview(question: Question<'preview'>): Promise<AnswerTo<'preview'>> {
  try {
    const picture = await pictureOf(question);
    if (!picture) return null;
    const large = await within(picture, STEPS.large, PREVIEW_BYTES.large);
    const small = large && (await within(sharp(large), STEPS.small, PREVIEW_BYTES.small));
    return large && small ? { small: new Uint8Array(small), large: new Uint8Array(large) } : null;
  } catch {
    // It was taken before such bills were refused, or it shows nothing that can be drawn.
    return null;
  }
}
