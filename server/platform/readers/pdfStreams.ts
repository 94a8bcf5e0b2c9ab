import { inflateSync } from 'node:zlib';
import { named } from './pdfWords.ts';

/** So much is unpacked of a file of 2 MB at most; a bill has a hundredth of it. */
const MAX_UNPACKED = 20_000_000;
/** Streams of objects and of cross references, each of which a reader unpacks; a bill of 50 pages has a few. */
const MAX_STREAMS = 2_000;
/** The dictionary before a stream, which describes it. */
const NEAR = 2_000;

const STREAM = /stream(?:\r\n|\r|\n)/g;
const TAGGED = new RegExp(named('ObjStm', 'XRef'));
/** Readers take a stream for one of objects when they are sent there, whatever it calls itself: it has these two. */
const FIRST = new RegExp(`${named('First')}\\s{0,9}\\d`);
const N = new RegExp(`${named('N')}\\s{0,9}\\d`);
/** Words that packed bytes hold as differences to other bytes. */
const DISGUISED = new RegExp(named('DecodeParms', 'DP'));
const OBJECTS = new RegExp(named('ObjStm'));
const FILTER = new RegExp(named('Filter'), 'g');
/** A name or a list of names is no longer. */
const LONGEST_FILTER = 300;

/** Names of filters, spelled plainly. */
const plain = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

function fromHex(bytes: Buffer): Buffer {
  const digits =
    bytes
      .toString('latin1')
      .split('>', 1)[0]
      ?.replace(/[^0-9A-Fa-f]/g, '') ?? '';
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function fromAscii85(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length * 4);
  let [size, value, digits] = [0, 0, 0];
  for (const sign of bytes) {
    if (sign === 0x7e) break;
    if (sign === 0x7a && digits === 0) size += 4;
    else if (sign >= 0x21 && sign <= 0x75) {
      value = value * 85 + sign - 0x21;
      digits += 1;
      if (digits === 5) {
        size = out.writeUInt32BE(value % 2 ** 32, size);
        [value, digits] = [0, 0];
      }
    }
  }
  if (digits > 1) {
    for (let i = digits; i < 5; i += 1) value = value * 85 + 84;
    out.writeUInt32BE(value % 2 ** 32, size);
    size += digits - 1;
  }
  return out.subarray(0, size);
}

function fromRuns(bytes: Buffer, most: number): Buffer {
  const parts: Buffer[] = [];
  for (let [at, size] = [0, 0]; at < bytes.length;) {
    const length = bytes[at] ?? 128;
    if (length === 128) break;
    const part =
      length < 128 ? bytes.subarray(at + 1, at + 2 + length) : Buffer.alloc(257 - length, bytes[at + 1] ?? 0);
    size += part.length;
    if (size > most) throw new RangeError('Too much');
    parts.push(part);
    at += length < 128 ? length + 2 : 2;
  }
  return Buffer.concat(parts);
}

type Unpack = (bytes: Buffer, most: number) => Buffer;
/** Packed bytes know where they end. Of what is cut off a reader shows the beginning: here it is refused. */
const flate: Unpack = (bytes, most) => inflateSync(bytes, { maxOutputLength: most });
const FILTERS: Readonly<Record<string, Unpack>> = {
  FlateDecode: flate,
  Fl: flate,
  ASCIIHexDecode: fromHex,
  AHx: fromHex,
  ASCII85Decode: fromAscii85,
  A85: fromAscii85,
  RunLengthDecode: fromRuns,
  RL: fromRuns,
};

/** The filters that a stream's words name; null when they are unknown, or are none that objects are packed with. */
function filtersOf(words: string): Unpack[] | null {
  const [first, second] = words.matchAll(FILTER);
  if (!first) return [];
  if (second) return null;
  const said = words
    .slice(first.index + first[0].length)
    .slice(0, LONGEST_FILTER)
    .trimStart();
  const list = said.startsWith('[')
    ? (said.slice(1).split(']', 1)[0] ?? '')
    : (/^\/[^\s/<>[\]()]*/.exec(said)?.[0] ?? '');
  const names = list.match(/\/[^\s/]*/g) ?? [];
  const filters = names.map((name) => FILTERS[plain(name.slice(1))]);
  return names.length > 0 && names.length <= 4 && filters.every((one) => one !== undefined) ? filters : null;
}

/**
 * The words of all packed objects; null when there are some that cannot be looked into, or too many. Streams are found
 * by their own word, one after the other, and each is described by the bytes between it and the previous one: every
 * byte is read once.
 */
export function unpackedObjects(bytes: Buffer, text: string): string | null {
  let words = '';
  let [before, streams] = [0, 0];
  for (const { 0: mark, index } of text.matchAll(STREAM)) {
    const end = index + mark.length;
    const said = text.slice(Math.max(before, index - NEAR), index);
    before = end;
    if (text.startsWith('end', index - 3)) continue;
    const tagged = TAGGED.test(said);
    if (!tagged && !(FIRST.test(said) && N.test(said))) continue;
    if ((streams += 1) > MAX_STREAMS) return null;
    if (DISGUISED.test(said) && OBJECTS.test(said)) return null;
    try {
      const filters = filtersOf(said);
      if (!filters) throw new RangeError('Unknown');
      let objects: Buffer = bytes.subarray(
        end,
        filters.length === 0 ? Math.max(end, text.indexOf('endstream', end)) : bytes.length,
      );
      for (const unpack of filters) objects = unpack(objects, MAX_UNPACKED - words.length);
      words += `${objects.toString('latin1')} `;
    } catch {
      // What only looks like one may be a picture's; what a reader takes for one all the same is pdf.js's to find.
      if (tagged) return null;
    }
  }
  return words;
}
