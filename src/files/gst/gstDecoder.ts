import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { sizeOfPicture } from '../pictureSize.ts';
import { QR_OPTIONS } from './qrOptions.ts';

/** Of a larger photo the memory of a phone may be too small for the pixels: it is read once it was made to fit. */
const MOST_PIXELS = 16_000_000;

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } });

/** The pixels of a photo, upright. */
async function pixelsOf(bytes: ArrayBuffer, type: string): Promise<ImageData> {
  const size = sizeOfPicture(new Uint8Array(bytes), type);
  if (size && size.width * size.height > MOST_PIXELS) throw new Error('It has too many pixels.');
  const photo = await createImageBitmap(new Blob([bytes], { type }));
  try {
    const { width, height } = photo;
    const paper = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!paper) throw new Error('No canvas.');
    paper.drawImage(photo, 0, 0);
    return paper.getImageData(0, 0, width, height);
  } finally {
    photo.close();
  }
}

/** What is looked for codes: a photo, or a page that is drawn already. */
export type Scene = { bytes: ArrayBuffer; type: string } | { pixels: ImageData };

/** The texts of the QR codes on a picture. Throws where it, or the engine, cannot be had. */
export async function codesIn(scene: Scene): Promise<string[]> {
  const pixels = 'pixels' in scene ? scene.pixels : await pixelsOf(scene.bytes, scene.type);
  const codes = await readBarcodes(pixels, QR_OPTIONS);
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text);
}
