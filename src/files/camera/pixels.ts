import { within } from '../fitPhoto.ts';
import { fit, type Size } from '../pictureSize.ts';
import { findSheet } from './findSheet.ts';
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
