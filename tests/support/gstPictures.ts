import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** Pictures of QR codes, as they come on bills. */

const { resolve } = createRequire(import.meta.url);
prepareZXingModule({ overrides: { wasmBinary: readFileSync(resolve('zxing-wasm/writer/zxing_writer.wasm')).buffer } });

/** A QR code as SVG of so many pixels a side, with its quiet zone. */
async function qrSvg(text: string): Promise<Buffer> {
  const { svg, error } = await writeBarcode(text, { format: 'QRCode', ecLevel: 'L', scale: 1 });
  if (error !== '') throw new Error(error);
  return Buffer.from(svg);
}

export interface Scene {
  /** Pixels of the code's side on the picture. */
  side: number;
  /** Degrees. */
  turned?: number;
  /** Of the lens: sigma in pixels. */
  blur?: number;
  quality?: number;
  /** Of the picture. */
  width?: number;
  height?: number;
}

/** A photo of a bill on which the code stands. */
export async function billWithCode(
  text: string,
  { side, turned = 0, blur = 0, quality = 80, width = 1_500, height = 2_000 }: Scene,
): Promise<Buffer> {
  const paper = { r: 244, g: 242, b: 236 };
  const printed = await sharp(await qrSvg(text), { density: 72 })
    .resize(side, side, { kernel: 'lanczos3' })
    .flatten({ background: paper })
    .rotate(turned, { background: paper })
    .toBuffer();
  const placed = await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([{ input: printed, gravity: 'centre' }])
    .png()
    .toBuffer();
  return sharp(placed)
    .blur(blur > 0.3 ? blur : false)
    .jpeg({ quality })
    .toBuffer();
}
