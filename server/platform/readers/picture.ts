import sharp, { type Metadata } from 'sharp';
import { MAX_PIXELS } from '#contract/limits.ts';
import type { BillFault } from './tasks.ts';

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
export async function decodePicture(bytes: Buffer): Promise<BillFault | null> {
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
