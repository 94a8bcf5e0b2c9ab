import sharp from 'sharp';
import { picture } from './files.ts';

/** Photos as a phone takes them: with its name and with the place. */

const rational = (...values: [number, number][]): Buffer =>
  Buffer.concat(
    values.map(([over, under]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(over, 0);
      bytes.writeUInt32LE(under, 4);
      return bytes;
    }),
  );
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap32();
const LATITUDE = rational([12, 1], [58, 1], [177_701, 1_000]);
const LONGITUDE = rational([77, 1], [35, 1], [406_602, 1_000]);

/** Bytes of the place that must not be found. */
export const GPS = { latitude: LATITUDE, longitude: LONGITUDE, place: 'ASCII\0\0\0Bengaluru' };

const MODEL = 'Camera of a phone\0';

/** An Exif TIFF with the camera's name and, unless not wanted, a GPS directory. `little`: its byte order. */
export function exifOf(little = true, place = true): Buffer {
  const bytes = Buffer.alloc(400);
  const put16 = (value: number, at: number): unknown =>
    little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const put32 = (value: number, at: number): unknown =>
    little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    put16(tag, at);
    put16(type, at + 2);
    put32(count, at + 4);
    put32(value, at + 8);
  };
  bytes.write(little ? 'II' : 'MM', 0, 'latin1');
  put16(42, 2);
  put32(8, 4);
  put16(place ? 2 : 1, 8);
  entry(10, 0x0110, 2, MODEL.length, 60);
  bytes.write(MODEL, 60, 'latin1');
  if (!place) return bytes.subarray(0, 100);
  entry(22, 0x8825, 4, 1, 100);
  put16(5, 100);
  entry(102, 1, 2, 2, little ? 0x4e : 0x4e000000);
  entry(114, 2, 5, 3, 200);
  entry(126, 3, 2, 2, little ? 0x45 : 0x45000000);
  entry(138, 4, 5, 3, 230);
  entry(150, 0x1b, 7, GPS.place.length, 260);
  (little ? LATITUDE : swapped(LATITUDE)).copy(bytes, 200);
  (little ? LONGITUDE : swapped(LONGITUDE)).copy(bytes, 230);
  bytes.write(GPS.place, 260, 'latin1');
  return bytes.subarray(0, 300);
}

function segment(mark: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function crcOf(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Puts a chunk into a PNG behind the first one, which says how large the picture is. */
export function withChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crcOf(body));
  return Buffer.concat([png.subarray(0, 33), size, body, sum, png.subarray(33)]);
}

/** A photo of that format, `place`: with where it was taken. */
export async function photo(format: 'jpeg' | 'png' | 'webp', place = true): Promise<Buffer> {
  const exif = exifOf(true, place);
  if (format === 'jpeg') {
    const plain = await picture('jpeg');
    return Buffer.concat([
      plain.subarray(0, 2),
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])),
      plain.subarray(2),
    ]);
  }
  if (format === 'png') return withChunk(await picture('png'), 'eXIf', exif);
  const jpeg = await photo('jpeg', place);
  return sharp(jpeg).keepExif().webp({ lossless: true }).toBuffer();
}
