import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { MAX_PDF_PAGES } from '#contract/limits.ts';

const unpack = promisify(inflate);

/** So much is unpacked of a file of 2 MB at most; a bill has a hundredth of it. */
const MOST_UNPACKED = 20_000_000;

/** A name as a pattern, whatever way it is spelled: any letter may stand as its number, `/J#61vaScript`. */
const named = (...names: string[]): string => {
  const letters = (name: string): string => [...name].map((letter) => `(?:${letter}|#${[...letter.charCodeAt(0).toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')})`).join('');
  return `/(?:${names.map(letters).join('|')})(?![A-Za-z0-9#])`;
};

/**
 * What a document does, not what it shows. Each such action must name itself by one of these, so that the whole file is
 * looked at and nothing depends on telling its parts from each other as a reader would; by chance, packed bytes spell none.
 */
const ACTIVE = new RegExp(named('JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'SubmitForm', 'ImportData', 'GoToE', 'RichMedia', 'Rendition', 'XFA'));
const ENCRYPTED = new RegExp(named('Encrypt'));
const PACKED_OBJECTS = new RegExp(named('ObjStm'), 'g');
const OTHER_PACKING = new RegExp(named('DecodeParms', 'DP', 'LZWDecode', 'ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'Crypt', 'F'));
const PAGE = new RegExp(`${named('Type')}\\s*${named('Page')}`, 'g');
const PAGES = new RegExp(`${named('Type')}\\s*${named('Pages')}`, 'g');
const COUNT = new RegExp(`${named('Count')}\\s*(\\d+)`);

export type PdfVerdict = 'fine' | 'active' | 'protected' | 'tooLong' | 'broken';

/** The dictionary around a place in it. */
const around = (text: string, at: number): string => text.slice(Math.max(text.lastIndexOf('<<', at), at - 2_000, 0), Math.min(text.indexOf('>>', at) + 1 || text.length, at + 2_000));

/** The words of all packed objects; null when there are some that cannot be looked into, or too many. */
async function unpackedObjects(bytes: Buffer, text: string): Promise<string | null> {
  let words = '';
  for (const { index } of text.matchAll(PACKED_OBJECTS)) {
    const mark = /stream(?:\r\n|\r|\n)/g;
    mark.lastIndex = index;
    const stream = mark.exec(text);
    if (!stream || OTHER_PACKING.test(around(text, index))) return null;
    try {
      // Packed bytes know where they end.
      const objects = await unpack(bytes.subarray(stream.index + stream[0].length), { maxOutputLength: MOST_UNPACKED - words.length });
      words += `${objects.toString('latin1')} `;
    } catch {
      return null;
    }
  }
  return words;
}

/**
 * Looks at what a PDF would do beside being shown: scripts, programs, forms that are sent, files inside (reliability Z46),
 * whatever way its names are spelled and its objects packed. Also finds what nobody could open, and more pages than a bill has.
 */
export async function judgePdf(bytes: Buffer): Promise<PdfVerdict> {
  const text = bytes.toString('latin1');
  if (ENCRYPTED.test(text)) return 'protected';
  if (ACTIVE.test(text)) return 'active';
  const inside = await unpackedObjects(bytes, text);
  if (inside === null) return 'broken';
  if (ACTIVE.test(inside)) return 'active';
  const objects = `${text} ${inside}`;
  const pages = objects.match(PAGE)?.length ?? 0;
  const counted = [...objects.matchAll(PAGES)].map(({ index }) => Number(COUNT.exec(around(objects, index))?.[1] ?? 0));
  return Math.max(pages, ...counted) > MAX_PDF_PAGES ? 'tooLong' : 'fine';
}
