import { join } from 'node:path';
import sharp from 'sharp';
import type { BillReading } from '#domain/billReading/read.ts';
import { openModels } from '#files/reading/models.ts';
import { readPicture } from '#files/reading/readPicture.ts';
import { billNames, BILLS, MODEL_FILES, openPicture, TODAY, truthOf } from './support/bills.ts';
import { withFitter } from './support/fitter.ts';
import { FIELDS, judged } from './support/judged.ts';
import type { Figure } from './support/report.ts';
import { say } from './support/say.ts';

/** As a phone takes them: 12 megapixels. */
const TAKEN = { width: 3_000, height: 4_000 } as const;
/** Of a hundred; below that the photos are to blame, or the reader. */
const LEAST = 80;
const TABLE = { r: 118, g: 96, b: 78 };

/** The bill on a table, with the noise of a sensor. */
async function taken(bill: string): Promise<Buffer> {
  const noise = sharp({
    create: { ...TAKEN, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 14 } },
  });
  return sharp(bill)
    .resize(TAKEN.width, TAKEN.height, { fit: 'contain', background: TABLE, kernel: 'cubic' })
    .removeAlpha()
    .toColourspace('srgb')
    .composite([{ input: await noise.png({ compressionLevel: 0 }).toBuffer(), blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Models are opened afresh, as for each photo. */
async function readingOf(photo: Buffer): Promise<BillReading | null> {
  const models = await openModels(MODEL_FILES);
  const read = await readPicture(await openPicture(photo), models, TODAY, async () => undefined);
  await models.close();
  return read?.reading ?? null;
}

/** Whether bills can be read once the app has made their photos fit, as well as before. */
export async function benchReadable(figures: Figure[]): Promise<void> {
  const names = billNames();
  if (names.length === 0) return;
  const right = { before: { total: 0, day: 0, merchant: 0 }, after: { total: 0, day: 0, merchant: 0 } };
  const sizes = { before: 0, after: 0 };
  await withFitter(async ({ bring, fit, take }) => {
    for (const name of names) {
      const before = await taken(join(BILLS, name));
      await bring(before);
      await fit();
      const photos = { before, after: await take() };
      for (const when of ['before', 'after'] as const) {
        sizes[when] += photos[when].length;
        const holds = judged(await readingOf(photos[when]), truthOf(name));
        for (const field of FIELDS) right[when][field] += holds[field] ? 1 : 0;
      }
      say(`${name}: ${photos.before.length} bytes, then ${photos.after.length}; ${JSON.stringify(right)}`);
    }
  });
  const percent = (count: number): number => (100 * count) / names.length;
  const mean = (bytes: number): number => bytes / names.length / 1_000;
  figures.push(
    { budget: `A photo of ${names.length} as taken, mean`, unit: 'kB', figure: mean(sizes.before), goal: {} },
    { budget: 'the same, made to fit', unit: 'kB', figure: mean(sizes.after), goal: {} },
    ...FIELDS.map((field) => ({
      budget: `${{ total: 'Total', day: 'Date', merchant: 'Merchant' }[field]} read of photos made to fit`,
      unit: '%',
      digits: 1,
      figure: percent(right.after[field]),
      goal: { atLeast: Math.max(LEAST, percent(right.before[field]) - 2) },
    })),
  );
}
