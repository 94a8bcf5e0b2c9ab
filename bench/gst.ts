import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { verifyGstCode } from '#domain/gstInvoice/verify.ts';
import { QR_OPTIONS } from '#files/gst/qrOptions.ts';
import { codeOf, dataOf, portal } from '#tests/support/gstCodes.ts';
import { billWithCode, type Scene } from '#tests/support/gstPictures.ts';
import { chance } from './support/chance.ts';
import type { Figure } from './support/report.ts';
import { say } from './support/say.ts';

const COUNT = 500;
/** A code of a page that is photographed whole: 25 to 45 mm of 297, on 2,000 pixels. */
const SIDES = { least: 230, most: 400 };

const KINDS: Readonly<Record<string, (next: () => number) => Scene>> = {
  'turned by any angle': (next) => ({ side: 400 + next() * 300, turned: next() * 360 }),
  'out of focus': (next) => ({ side: 450 + next() * 300, turned: next() * 12 - 6, blur: 0.5 + next() * 1.3 }),
  'small print': (next) => ({
    side: SIDES.least + next() * (SIDES.most - SIDES.least),
    turned: next() * 6 - 3,
    blur: 0.4,
    quality: Math.round(70 + next() * 20),
  }),
};

/** How many codes of GST e-invoices are read off photos, of those that could be: the same reader as on the phone. */
export async function benchGst(figures: Figure[]): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  prepareZXingModule({
    overrides: { wasmBinary: readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer },
  });
  const one = await portal('one');
  const kinds = Object.entries(KINDS);
  const [read, asked] = [new Map<string, number>(), new Map<string, number>()];
  const next = chance(20_260_815);
  let milliseconds = 0;
  for (let n = 0; n < COUNT; n += 1) {
    const [kind, sceneOf] = kinds[n % kinds.length] ?? ['', () => ({ side: 500 })];
    const text = await codeOf(one, dataOf(n));
    const scene = sceneOf(next);
    const photo = await billWithCode(text, { ...scene, side: Math.round(scene.side) });
    const { data, info } = await sharp(photo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' };
    const from = performance.now();
    const codes = await readBarcodes(pixels as ImageData, QR_OPTIONS);
    milliseconds += performance.now() - from;
    const verified = await Promise.all(codes.map((code) => verifyGstCode(code.text, [one.key])));
    asked.set(kind, (asked.get(kind) ?? 0) + 1);
    if (verified.some((code) => code?.state === 'verified')) read.set(kind, (read.get(kind) ?? 0) + 1);
    if (n % 100 === 99) say(`${n + 1} codes`);
  }
  const share = (names: readonly string[]): number => {
    const sum = (counts: ReadonlyMap<string, number>) => names.reduce((all, name) => all + (counts.get(name) ?? 0), 0);
    return (100 * sum(read)) / sum(asked);
  };
  const names = kinds.map(([name]) => name);
  figures.push(
    {
      budget: `GST codes read and verified, of ${COUNT} photos`,
      unit: '%',
      figure: share(names),
      goal: { atLeast: 95 },
    },
    ...names.map((name): Figure => ({ budget: `of those ${name}`, unit: '%', figure: share([name]), goal: {} })),
    { budget: 'Time for a photo of 3 megapixels', unit: 'ms', figure: milliseconds / COUNT, goal: {}, digits: 0 },
  );
}
