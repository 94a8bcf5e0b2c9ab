import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Small real files for uploads. */

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A one-page PDF; another text makes other bytes. `size` pads it to exactly that many. */
export function pdf(text: string, size?: number): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  const make = (padding: string) =>
    Buffer.from(
      `%PDF-1.4\n% ${text}${padding}\n${body}xref\n0 1\n0000000000 65535 f \n` +
        'trailer << /Root 1 0 R /Size 4 >>\nstartxref\n9\n%%EOF\n',
      'latin1',
    );
  const least = make('');
  return size === undefined ? least : make('x'.repeat(size - least.length));
}

export const picture = (format: 'jpeg' | 'png' | 'webp', width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: width % 256, g: height % 256, b: 90 } } })
    .toFormat(format)
    .toBuffer();

/**
 * A whole black-and-white PNG of one colour: small, however many pixels it comes to. Made by hand, as drawing it first
 * would take seconds. `deep`: its head says that it has four channels of 16 bits and comes in seven passes; what
 * follows is not that.
 */
export function plainPng(width: number, height: number, { deep = false } = {}): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  if (deep) Buffer.from([16, 6, 0, 0, 1]).copy(head, 8);
  const lines = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A HEIC of 16 by 16 pixels of one red, made by `heif-enc -q 40`. */
const RED_HEIC =
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt' +
  'AAAAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAKwACAAEAAAAAAAAAAQAAAAAAAAAIAAAA' +
  'OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AA' +
  'AAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//' +
  'A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubgQEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRp' +
  'c3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAa' +
  'aXJlZgAAAAAAAAAOZGltZwACAAEAAQAAADNtZGF0AAAAJygBr1IWBSTm/Oq//0If/7TSQ7tbTIlR6KRKWy2qgJZabqtQi0tssw==';
/** A HEIC that can be decoded; another text makes other bytes. */
export const heicPicture = (text = ''): Buffer =>
  Buffer.concat([Buffer.from(RED_HEIC, 'base64'), box('free', Buffer.from(text))]);

/** The boxes of a HEIC picture of this size; its content is none that could be shown. */
export function heic(width = 400, height = 300): Buffer {
  const ispe = Buffer.alloc(12);
  ispe.writeUInt32BE(width, 4);
  ispe.writeUInt32BE(height, 8);
  const version = Buffer.alloc(4);
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
    box('meta', version, box('iprp', box('ipco', box('ispe', ispe)))),
    box('mdat', Buffer.alloc(64, 7)),
  ]);
}
