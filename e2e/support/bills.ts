import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { isSmallEnough } from '#files/pictureSize.ts';
import { ROOT } from './server.ts';

/** Bills to attach. */

export interface Bill {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Scanned receipts kept beside the repository, where somebody has them; else drawn ones do. */
const SCANS = process.env['BILLS_DIR'] ?? join(ROOT, '..', 'shared', 'bills');

/** A receipt drawn here: different text, different bytes. */
export async function drawnBill(text: string, width = 900, height = 1300): Promise<Bill> {
  const lines = text
    .split('\n')
    .map(
      (line, index) =>
        `<text xml:space="preserve" x="60" y="${120 + index * 70}" ` +
        `font-family="monospace" font-size="44" fill="#222">${line}</text>`,
    );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="#fdfdf8"/>${lines.join('')}</svg>`;
  return {
    name: `${text.split('\n')[0]?.replace(/\W+/g, '-').toLowerCase()}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer(),
  };
}

/** A real scanned receipt that is sent as it is (DOC-17) when there are any, else a drawn one. */
export async function realBill(index = 0): Promise<Bill> {
  const names = existsSync(SCANS)
    ? readdirSync(SCANS)
        .filter((name) => name.endsWith('.jpg'))
        .sort()
    : [];
  const fitting = names
    .map((name) => ({ name, buffer: readFileSync(join(SCANS, name)) }))
    .filter(({ buffer }) => isSmallEnough(buffer, 'image/jpeg'));
  const found = fitting[index % Math.max(1, fitting.length)];
  return found
    ? { name: found.name, mimeType: 'image/jpeg', buffer: found.buffer }
    : drawnBill(`City Telecom ${index}\nTotal 799.00`);
}

/** A JPEG of exactly this many bytes: a real picture, then a comment segment's worth of padding before its end mark. */
export async function billOfSize(bytes: number, text = 'Boundary'): Promise<Bill> {
  const bill = await drawnBill(text);
  const picture = bill.buffer;
  // JPEG comment segments (FF FE, length) may stand after the start mark; each carries up to 65,533 bytes.
  const pieces: Buffer[] = [];
  let missing = bytes - picture.length;
  while (missing > 0) {
    let size = Math.min(missing, 65_537);
    if (missing - size > 0 && missing - size < 4) size -= 4;
    const segment = Buffer.alloc(size, 0x20);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(size - 2, 2);
    pieces.push(segment);
    missing -= size;
  }
  const buffer = Buffer.concat([picture.subarray(0, 2), ...pieces, picture.subarray(2)]);
  if (buffer.length !== bytes) throw new Error(`Made ${buffer.length} bytes instead of ${bytes}.`);
  return { ...bill, name: `${bytes}.jpg`, buffer };
}

/** A photo as a phone takes it: noisy, so that it stays large. */
export async function largePhoto(): Promise<Bill> {
  const noise = await sharp({
    create: {
      width: 2600,
      height: 1900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
  if (noise.length < 2_097_152) throw new Error('The photo is too small for its purpose.');
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: noise };
}
