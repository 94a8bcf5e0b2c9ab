import { FILE_BYTES_LIMIT, FITTED_PHOTO } from '#contract/limits.ts';
import { within } from '../fitPhoto.ts';
import { fit, isSmallEnough, sizeOfPicture, type Size } from '../pictureSize.ts';
import { findSheet } from './findSheet.ts';
import { imagesPdf, type PdfPage } from './imagesPdf.ts';
import type { Quad } from './quad.ts';
import { sheetSize, straighten, type Pixels } from './straighten.ts';

/** What a worker does with the pixels of a photo that was shot (DOC-19). */

/** Pixels of the long side in which a sheet is looked for: edges are there, print is not. */
const LOOK_AT = 320;

function paperOf({ width, height }: Size): { canvas: OffscreenCanvas; paper: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!paper) throw new Error('No canvas.');
  return { canvas, paper };
}

/** The pixels of a photo, at a size. Throws where it cannot be decoded. */
async function pixelsOf(jpeg: ArrayBuffer, longSide?: number): Promise<Pixels> {
  const picture = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }));
  const size = fit(picture.width, picture.height, longSide ?? Infinity);
  const { paper } = paperOf(size);
  paper.imageSmoothingQuality = 'high';
  paper.drawImage(picture, 0, 0, size.width, size.height);
  picture.close();
  return paper.getImageData(0, 0, size.width, size.height);
}

/** Where the sheet in a photo lies; null where none was found. */
export async function findIn(jpeg: ArrayBuffer): Promise<Quad | null> {
  const { data, width, height } = await pixelsOf(jpeg, LOOK_AT);
  const grey = Uint8Array.from(
    { length: width * height },
    (_, at) => (data[at * 4]! * 77 + data[at * 4 + 1]! * 151 + data[at * 4 + 2]! * 28) >> 8,
  );
  return findSheet({ data: grey, width, height });
}

/** The sheet between the corners, flat, as a JPEG that a bill may have (DOC-17). */
export async function straightened(jpeg: ArrayBuffer, quad: Quad): Promise<ArrayBuffer> {
  const photo = await pixelsOf(jpeg);
  const { data, width, height } = straighten(photo, quad, sheetSize(quad, photo));
  const { canvas, paper } = paperOf({ width, height });
  paper.putImageData(new ImageData(data, width, height), 0, 0);
  return within({ source: canvas, width, height });
}

/** Bytes of a PDF beside its pictures: half a kilobyte a page, and its head. */
const FRAME = 10_000;

/** A page within so many bytes. */
async function pageOf(jpeg: ArrayBuffer, most: number): Promise<PdfPage> {
  const fits = jpeg.byteLength <= most && isSmallEnough(new Uint8Array(jpeg), 'image/jpeg');
  const bytes = new Uint8Array(fits ? jpeg : await fitted(jpeg, most));
  const size = sizeOfPicture(bytes, 'image/jpeg');
  if (!size) throw new Error('No JPEG.');
  return { bytes, ...size };
}

async function fitted(jpeg: ArrayBuffer, most: number): Promise<ArrayBuffer> {
  const picture = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' }));
  try {
    return await within({ source: picture, width: picture.width, height: picture.height }, most);
  } finally {
    picture.close();
  }
}

/** Photos as the pages of one PDF: each has its share of the bytes of a bill (DOC-20). */
export async function bound(pages: readonly ArrayBuffer[]): Promise<ArrayBuffer> {
  const share = Math.min(FITTED_PHOTO.bytes, Math.floor((FILE_BYTES_LIMIT - FRAME) / pages.length));
  const made: PdfPage[] = [];
  // One after the other: each takes as much memory as its pixels.
  for (const page of pages) made.push(await pageOf(page, share));
  return imagesPdf(made).buffer;
}
