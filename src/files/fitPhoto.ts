import { FITTED_PHOTO } from '#contract/limits.ts';
import { fit, isSmallEnough, sizeOfPicture, type Size } from './pictureSize.ts';
import { takenAt, withTakenAt } from './photoTime.ts';

/** Qualities for each long side, from the best on, until the photo is within its bytes. */
const QUALITIES = [0.85, 0.75, 0.65, 0.5] as const;
const SMALLER = [1_600, 1_200] as const;

/** A decoded photo, upright, to be drawn and closed. */
interface Picture extends Size {
  source: CanvasImageSource;
  close(): void;
}

const ofBitmap = (source: ImageBitmap): Picture => ({
  source,
  width: source.width,
  height: source.height,
  close: () => source.close(),
});

/**
 * A large JPEG, decoded at so many eighths of its size as leave no less than is wanted: a third of the work, and a few
 * megabytes in place of four for each megapixel. null where the browser has no such decoder.
 */
async function decodeSmaller(bytes: ArrayBuffer, { width, height }: Size): Promise<Picture | null> {
  if (typeof ImageDecoder !== 'function') return null;
  const eighths = Math.ceil((8 * FITTED_PHOTO.longSide) / Math.max(width, height));
  if (eighths >= 8) return null;
  const decoder = new ImageDecoder({
    data: bytes,
    type: 'image/jpeg',
    desiredWidth: Math.ceil((width * eighths) / 8),
    desiredHeight: Math.ceil((height * eighths) / 8),
  });
  try {
    const { image } = await decoder.decode();
    return { source: image, width: image.displayWidth, height: image.displayHeight, close: () => image.close() };
  } finally {
    decoder.close();
  }
}

/**
 * The photo, upright; a large one is scaled down while it is decoded. One of its sides alone is named: the other
 * follows, whether the browser turns a photo before or after.
 */
async function decode(bytes: ArrayBuffer, type: string): Promise<Picture> {
  const upright = { imageOrientation: 'from-image' } as const;
  const photo = new Blob([bytes], { type });
  const size = sizeOfPicture(new Uint8Array(bytes), type);
  if (!size || Math.max(size.width, size.height) <= FITTED_PHOTO.longSide)
    return ofBitmap(await createImageBitmap(photo, upright));
  const smaller = type === 'image/jpeg' ? await decodeSmaller(bytes, size) : null;
  if (smaller) return smaller;
  const side = size.width >= size.height ? 'resizeWidth' : 'resizeHeight';
  return ofBitmap(await createImageBitmap(photo, { ...upright, [side]: FITTED_PHOTO.longSide, resizeQuality: 'high' }));
}

/** The photo; a HEIC too where the browser knows none. Throws where it cannot be decoded, nor its decoder be had. */
async function open(bytes: ArrayBuffer, type: string): Promise<Picture> {
  try {
    return await decode(bytes, type);
  } catch (error) {
    if (type !== 'image/heic') throw error;
    const { decodeHeic } = await import('./heicDecoder.ts');
    return ofBitmap(await createImageBitmap(await decodeHeic(bytes)));
  }
}

/** A picture as a JPEG within the long side of a bill and so many bytes. Throws when it does not get small enough. */
export async function within(
  picture: Pick<Picture, 'source' | keyof Size>,
  most: number = FITTED_PHOTO.bytes,
): Promise<ArrayBuffer> {
  for (const longSide of [FITTED_PHOTO.longSide, ...SMALLER]) {
    const { width, height } = fit(picture.width, picture.height, longSide);
    const canvas = new OffscreenCanvas(width, height);
    const paper = canvas.getContext('2d', { alpha: false });
    if (!paper) throw new Error('No canvas.');
    // JPEG knows no transparency: what was clear becomes white, not black.
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, width, height);
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(picture.source, 0, 0, width, height);
    for (const quality of QUALITIES) {
      const made = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (made.size <= most) return made.arrayBuffer();
    }
  }
  throw new Error('Does not get small enough.');
}

/**
 * A photo as a bill needs it (DOC-17): a JPEG, upright, within the long side and the bytes of FITTED_PHOTO, with the
 * time at which it was taken and nothing else that its camera wrote. null for one that is small enough as it is. Runs
 * where OffscreenCanvas is. Throws when the photo cannot be decoded or does not get small enough.
 */
export async function fitPhoto(bytes: ArrayBuffer, type: string): Promise<ArrayBuffer | null> {
  if (isSmallEnough(new Uint8Array(bytes), type)) return null;
  const picture = await open(bytes, type);
  try {
    const made = await within(picture);
    const when = takenAt(new Uint8Array(bytes));
    return when ? withTakenAt(new Uint8Array(made), when).buffer : made;
  } finally {
    picture.close();
  }
}
