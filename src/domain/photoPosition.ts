import { placesInXmp } from './xmpPosition.ts';

/**
 * Where a photo was taken is nobody's business but its taker's (DOC-13, Z53). The position is blanked in place: every
 * other byte stays, so that the picture, its other data and all lengths are untouched.
 *
 * It is searched for anywhere in the file: as Exif (a small TIFF with a GPS directory) in a JPEG, a second picture
 * behind it, a WebP, a HEIC or a PNG; as text in XMP; and as the place of a moving photo's film.
 */

const GPS_DIRECTORY = 0x8825;
const LONG = 4;
/** More entries than this has no directory of any camera. */
const MAX_ENTRIES = 300;
/** Bytes of one value by its TIFF type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

interface Tiff {
  view: DataView;
  little: boolean;
}

/** Entries and bytes that may still be looked at: directories may name each other, and what they name may overlap. */
class Effort {
  #left: number;

  constructor(bytes: number) {
    this.#left = 4 * bytes + 10_000;
  }

  /** Throws RangeError when it is too much for a picture that any camera made. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new RangeError('The picture describes itself in circles.');
  }
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string => {
  let text = '';
  for (let at = from; at < to; at += 4_096)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 4_096, to)));
  return text;
};

/** Where a sequence begins, from `from` on; -1 for nowhere. */
function find(bytes: Uint8Array, sign: readonly number[], from: number): number {
  const [first = 0] = sign;
  for (
    let at = bytes.indexOf(first, from);
    at >= 0 && at + sign.length <= bytes.length;
    at = bytes.indexOf(first, at + 1)
  ) {
    if (sign.every((value, i) => bytes[at + i] === value)) return at;
  }
  return -1;
}

/** Calls back for each entry of the directory at `at`; false when there is no directory there. */
function eachEntry(
  { view, little }: Tiff,
  at: number,
  effort: Effort,
  visit: (entry: number, tag: number, type: number, count: number) => void,
): boolean {
  if (at < 8 || at + 2 > view.byteLength) return false;
  const entries = view.getUint16(at, little);
  if (entries === 0 || entries > MAX_ENTRIES || at + 2 + entries * 12 > view.byteLength) return false;
  effort.spend(entries);
  for (let i = 0; i < entries; i += 1) {
    const entry = at + 2 + i * 12;
    visit(entry, view.getUint16(entry, little), view.getUint16(entry + 2, little), view.getUint32(entry + 4, little));
  }
  return true;
}

/** Blanks the GPS directory of a TIFF; true when there was something in it. */
function blankTiff(bytes: Uint8Array, start: number, little: boolean, effort: Effort): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start);
  const tiff = { view, little };
  let found = false;
  const wipe = (from: number, to: number): void => {
    const part = bytes.subarray(start + from, Math.min(start + to, bytes.length));
    effort.spend(part.length);
    found ||= part.some((value) => value !== 0);
    part.fill(0);
  };
  eachEntry(tiff, view.getUint32(4, little), effort, (pointer, tag, type, count) => {
    if (tag !== GPS_DIRECTORY || type !== LONG || count !== 1) return;
    const gps = view.getUint32(pointer + 8, little);
    const isDirectory = eachEntry(tiff, gps, effort, (entry, _name, kind, values) => {
      const size = (SIZES[kind] ?? 0) * values;
      const value = view.getUint32(entry + 8, little);
      if (size > 4 && size < 65_536 && value >= 8) wipe(value, value + size);
    });
    // Entries of no type and no tag: readers pass them over.
    if (isDirectory) wipe(gps + 2, gps + 2 + view.getUint16(gps, little) * 12);
  });
  return found;
}

function blankExif(bytes: Uint8Array, effort: Effort): boolean {
  let found = false;
  for (const [sign, little] of [
    [[0x49, 0x49, 0x2a, 0x00], true],
    [[0x4d, 0x4d, 0x00, 0x2a], false],
  ] as const) {
    for (let at = find(bytes, sign, 0); at >= 0; at = find(bytes, sign, at + 4))
      if (at + 8 <= bytes.length) found = blankTiff(bytes, at, little, effort) || found;
  }
  return found;
}

const XMP_BEGIN = [...'<x:xmpmeta'].map((sign) => sign.charCodeAt(0));
const XMP_END = [...'</x:xmpmeta>'].map((sign) => sign.charCodeAt(0));

function blankXmp(bytes: Uint8Array): boolean {
  let found = false;
  for (let at = find(bytes, XMP_BEGIN, 0); at >= 0;) {
    const end = find(bytes, XMP_END, at);
    if (end < 0) return found;
    for (const { from, to } of placesInXmp(latin1(bytes, at, end))) {
      bytes.fill(0x20, at + from, at + to);
      found = true;
    }
    at = find(bytes, XMP_BEGIN, end);
  }
  return found;
}

/** `©xyz`: the place of a film, as `+12.9716+077.5946/`. */
const FILM_PLACE = [0xa9, 0x78, 0x79, 0x7a];

function blankFilm(bytes: Uint8Array): boolean {
  let found = false;
  for (let at = find(bytes, FILM_PLACE, 0); at >= 0; at = find(bytes, FILM_PLACE, at + 4)) {
    const place = /^[\s\S]{0,4}?([+-][\d.]+[+-][\d.]+[+\-\d./]*)/.exec(
      latin1(bytes, at + 4, Math.min(at + 60, bytes.length)),
    );
    if (!place) continue;
    const from = at + 4 + place[0].length - (place[1]?.length ?? 0);
    bytes.fill(0x20, from, at + 4 + place[0].length);
    found = true;
  }
  return found;
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
/** Chunks of a PNG that carry Exif or text; the last three may be packed, so nobody can look into them. */
const PNG_DATA = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt']);
const PNG_WORDS = /^(?:Raw profile type (?:exif|APP1|xmp|iptc)|XML:com\.adobe\.xmp)\0/i;

function crcOf(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * A PNG's chunks are summed: what was blanked in one is summed again, and packed words about the picture become a chunk
 * that says nothing.
 */
function blankPng(bytes: Uint8Array, effort: Effort): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at);
    const end = at + 8 + size;
    if (end + 4 > bytes.length) break;
    const type = latin1(bytes, at + 4, at + 8);
    if (PNG_DATA.has(type)) {
      const data = bytes.subarray(at + 8, end);
      const isPacked = type !== 'eXIf' && PNG_WORDS.test(latin1(data, 0, Math.min(data.length, 40)));
      const changed = isPacked || (type === 'eXIf' && blankExif(data, effort));
      if (isPacked) {
        data.fill(0);
        // prVa: private, may be passed over.
        bytes.set([0x70, 0x72, 0x56, 0x61], at + 4);
      }
      if (changed) view.setUint32(end, crcOf(bytes.subarray(at + 4, end)));
      found ||= changed;
    }
    at = end + 4;
  }
  return found;
}

/**
 * The same picture without its position, byte for byte as long; null when it has none. Takes time by its length alone,
 * and throws RangeError for one that would take more (S2).
 */
export function withoutPosition(picture: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(picture);
  const effort = new Effort(bytes.length);
  if (PNG.every((value, i) => bytes[i] === value)) return blankPng(bytes, effort) ? bytes : null;
  const found = [blankExif(bytes, effort), blankXmp(bytes), blankFilm(bytes)].includes(true);
  return found ? bytes : null;
}
