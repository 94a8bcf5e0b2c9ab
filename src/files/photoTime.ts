/** When a photo was taken, as its camera wrote it: `time` is the clock on the wall, `offset` how far it is from UTC. */
export interface TakenAt {
  /** 'YYYY:MM:DD hh:mm:ss'. */
  time: string;
  /** '+05:30'; null where the camera did not say. */
  offset: string | null;
}

const EXIF_DIRECTORY = 0x8769;
const TAKEN = 0x9003;
const OFFSET = 0x9011;
const MAX_ENTRIES = 300;
const TIME = /^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/;
const ZONE = /^[+-]\d\d:\d\d$/;

/** Where a TIFF begins, from `from` on; -1 for nowhere. */
function tiffFrom(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 8 <= bytes.length; at += 1) {
    const little = bytes[at] === 0x49 && bytes[at + 1] === 0x49 && bytes[at + 2] === 0x2a && bytes[at + 3] === 0;
    const big = bytes[at] === 0x4d && bytes[at + 1] === 0x4d && bytes[at + 2] === 0 && bytes[at + 3] === 0x2a;
    if (little || big) return at;
  }
  return -1;
}

/** Where the value of a directory's entry is; null when it has none of that tag. Throws RangeError out of the file. */
function valueAt(view: DataView, little: boolean, directory: number, tag: number): number | null {
  const entries = view.getUint16(directory, little);
  for (let i = 0; i < Math.min(entries, MAX_ENTRIES); i += 1) {
    const entry = directory + 2 + i * 12;
    if (view.getUint16(entry, little) === tag) return view.getUint32(entry + 8, little);
  }
  return null;
}

function readTiff(view: DataView): TakenAt | null {
  const little = view.getUint8(0) === 0x49;
  const exif = valueAt(view, little, view.getUint32(4, little), EXIF_DIRECTORY);
  if (exif === null) return null;
  const textOf = (tag: number, length: number): string => {
    const at = valueAt(view, little, exif, tag);
    return at === null ? '' : String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));
  };
  const time = textOf(TAKEN, 19);
  if (!TIME.test(time)) return null;
  const offset = textOf(OFFSET, 6);
  return { time, offset: ZONE.test(offset) ? offset : null };
}

/** When a photo was taken: of a JPEG, PNG, WebP or HEIC with Exif data; null when it does not say. Never throws. */
export function takenAt(photo: Uint8Array): TakenAt | null {
  for (let at = tiffFrom(photo, 0); at >= 0; at = tiffFrom(photo, at + 4)) {
    try {
      const found = readTiff(new DataView(photo.buffer, photo.byteOffset + at, photo.byteLength - at));
      if (found) return found;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

/** A JPEG's Exif segment that says when it was taken, and nothing else. */
function segmentOf({ time, offset }: TakenAt): Uint8Array {
  const texts: [tag: number, text: string][] = [
    [TAKEN, time],
    ...(offset === null ? [] : [[OFFSET, offset] as [number, string]]),
  ];
  const directory = 26;
  let free = directory + 2 + texts.length * 12 + 4;
  const size = 10 + free + texts.reduce((sum, [, text]) => sum + text.length + 1, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xff_e1);
  view.setUint16(2, size - 2);
  bytes.set([0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 0x2a, 0], 4);
  const tiff = new DataView(bytes.buffer, 10);
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]): void => {
    tiff.setUint16(at, tag, true);
    tiff.setUint16(at + 2, type, true);
    tiff.setUint32(at + 4, count, true);
    tiff.setUint32(at + 8, value, true);
  };
  tiff.setUint32(4, 8, true);
  tiff.setUint16(8, 1, true);
  entry(10, [EXIF_DIRECTORY, 4, 1, directory]);
  tiff.setUint16(directory, texts.length, true);
  texts.forEach(([tag, text], i) => {
    entry(directory + 2 + i * 12, [tag, 2, text.length + 1, free]);
    for (let at = 0; at < text.length; at += 1) tiff.setUint8(free + at, text.charCodeAt(at));
    free += text.length + 1;
  });
  return bytes;
}

/** The JPEG, saying when it was taken. */
export function withTakenAt(jpeg: Uint8Array, when: TakenAt): Uint8Array<ArrayBuffer> {
  const segment = segmentOf(when);
  const bytes = new Uint8Array(jpeg.length + segment.length);
  bytes.set(jpeg.subarray(0, 2));
  bytes.set(segment, 2);
  bytes.set(jpeg.subarray(2), 2 + segment.length);
  return bytes;
}
