import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A picture of one bit a pixel: a set bit is ink. Rows start at a whole byte. */
export interface Bitmap {
  width: number;
  height: number;
  bits: Buffer;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** Writes a two-colour PNG. */
export function encodePng({ width, height, bits }: Bitmap, paper: Colour, ink: Colour): Buffer {
  const stride = Math.ceil(width / 8);
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) bits.copy(rows, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, colours from the palette.
  header.set([1, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(rows, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
