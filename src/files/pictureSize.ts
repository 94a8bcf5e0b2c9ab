import { FITTED_PHOTO } from '#contract/limits.ts';

export interface Size {
  width: number;
  height: number;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)));

/** Of a frame: SOF0 to SOF15, without the tables that lie between them. */
const isFrame = (mark: number): boolean => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);

function ofJpeg(bytes: Uint8Array, view: DataView): Size | null {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const mark = bytes[at + 1] ?? 0;
    if (isFrame(mark)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += mark === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function ofWebp(bytes: Uint8Array, view: DataView): Size | null {
  const three = (at: number): number => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16);
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return { width: three(24) + 1, height: three(27) + 1 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** Width and height in pixels as a picture's head says, before it is turned; null where it does not say. */
export function sizeOfPicture(bytes: Uint8Array, type: string): Size | null {
  if (bytes.length < 32) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size =
    type === 'image/jpeg'
      ? ofJpeg(bytes, view)
      : type === 'image/png'
        ? { width: view.getUint32(16), height: view.getUint32(20) }
        : type === 'image/webp'
          ? ofWebp(bytes, view)
          : null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}

/** Width and height within the long side, the proportions kept; small pictures stay as they are. */
export function fit(width: number, height: number, longSide: number = FITTED_PHOTO.longSide): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Whether a photo is as a bill needs it, and stays byte for byte (DOC-17). */
export function isSmallEnough(bytes: Uint8Array, type: string): boolean {
  const size = bytes.length <= FITTED_PHOTO.bytes ? sizeOfPicture(bytes, type) : null;
  return size !== null && Math.max(size.width, size.height) <= FITTED_PHOTO.longSide;
}
