import type { FileType } from '#contract/enums.ts';

/** Whether all of a file is there, by the marks that its kind ends with. Runs in the pool. */

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/**
 * The boxes of an ISO media file at one level: four letters and where their content is. Null when they do not fill the
 * bytes exactly.
 */
function boxesOf(bytes: Buffer, from: number, to: number): { type: string; start: number; end: number }[] | null {
  const boxes: { type: string; start: number; end: number }[] = [];
  let at = from;
  while (at < to) {
    if (at + 8 > to) return null;
    const short = bytes.readUInt32BE(at);
    const long = short === 1 && at + 16 <= to ? Number(bytes.readBigUInt64BE(at + 8)) : 0;
    const size = short === 0 ? to - at : short === 1 ? long : short;
    const head = short === 1 ? 16 : 8;
    if (size < head || at + size > to) return null;
    boxes.push({ type: ascii(bytes, at + 4, at + 8), start: at + head, end: at + size });
    at += size;
  }
  return boxes;
}

/** Width times height of a HEIC's largest part, as its boxes say; null when the boxes do not hold together. */
export function heicPixels(bytes: Buffer): number | null {
  const top = boxesOf(bytes, 0, bytes.length);
  const meta = top?.find((box) => box.type === 'meta');
  if (!meta || !top?.some((box) => box.type === 'mdat' || box.type === 'idat')) return null;
  let most = 0;
  for (
    let at = bytes.indexOf('ispe', meta.start, 'latin1');
    at >= 0 && at + 16 <= meta.end;
    at = bytes.indexOf('ispe', at + 4, 'latin1')
  ) {
    most = Math.max(most, bytes.readUInt32BE(at + 8) * bytes.readUInt32BE(at + 12));
  }
  return most;
}

/** Does a file end as its kind does? A transfer that was cut off does not. */
export function hasEnd(type: FileType, bytes: Buffer): boolean {
  switch (type) {
    case 'application/pdf': {
      const tail = ascii(bytes, Math.max(0, bytes.length - 2048), bytes.length);
      return tail.includes('%%EOF') && bytes.includes('startxref', 0, 'latin1');
    }
    case 'image/jpeg':
      // Some phones append data of their own after the end of the picture.
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 2;
    case 'image/png':
      return bytes.lastIndexOf('IEND', undefined, 'latin1') > 8;
    case 'image/webp':
      return bytes.readUInt32LE(4) + 8 <= bytes.length;
    case 'image/heic':
      return boxesOf(bytes, 0, bytes.length) !== null;
  }
}
