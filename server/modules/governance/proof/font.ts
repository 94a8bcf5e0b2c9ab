import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The font of the PDFs: what pdf.js brings for files without their own. */

const FILE = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';
/** Shown for what the font has no sign for; the JSON beside the PDF holds every letter. */
const MISSING = '\u25A1';

export interface Font {
  name: string;
  bytes: Uint8Array;
  ascent: number;
  descent: number;
  box: number[];
  /** Its width in thousandths of the size. */
  widthOf(text: string): number;
  /** The signs of the text as hexadecimal glyph numbers. */
  codesOf(text: string): string;
  /** Widths of the glyphs of a text, as a PDF wants them. */
  widthsOf(text: string): string;
  /** A map from glyphs to text, for who copies and searches. */
  unicodeOf(text: string): string;
}

const hex4 = (code: number): string => code.toString(16).padStart(4, '0');

/** Character codes to glyphs, from a table of format 4. */
function glyphsOf(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const tables = view.getUint16(cmap + 2);
  for (let n = 0; n < tables; n += 1) {
    const at = cmap + view.getUint32(cmap + 4 + n * 8 + 4);
    if (view.getUint16(at) !== 4) continue;
    const segments = view.getUint16(at + 6) / 2;
    for (let each = 0; each < segments; each += 1) {
      const end = view.getUint16(at + 14 + each * 2);
      const start = view.getUint16(at + 16 + segments * 2 + each * 2);
      const delta = view.getInt16(at + 16 + segments * 4 + each * 2);
      const place = at + 16 + segments * 6 + each * 2;
      const offset = view.getUint16(place);
      for (let code = start; code <= end && code !== 0xffff; code += 1) {
        const raw = offset === 0 ? code : view.getUint16(place + offset + (code - start) * 2);
        const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
        if (glyph !== 0) glyphs.set(code, glyph);
      }
    }
  }
  return glyphs;
}

function parse(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let n = 0; n < view.getUint16(4); n += 1) {
    const at = 12 + n * 16;
    tables.set(Buffer.from(bytes.subarray(at, at + 4)).toString('latin1'), view.getUint32(at + 8));
  }
  const tableAt = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`The font has no ${name}`);
    return at;
  };
  const [head, hhea, hmtx] = [tableAt('head'), tableAt('hhea'), tableAt('hmtx')];
  const unit = 1000 / view.getUint16(head + 18);
  const metrics = view.getUint16(hhea + 34);
  const glyphs = glyphsOf(view, tableAt('cmap'));
  const missing = glyphs.get(MISSING.codePointAt(0) ?? 0) ?? 0;
  const glyphOf = (sign: string): number => glyphs.get(sign.codePointAt(0) ?? 0) ?? missing;
  const advance = (glyph: number): number => Math.round(view.getUint16(hmtx + Math.min(glyph, metrics - 1) * 4) * unit);
  const signsOf = (text: string): Map<number, string> =>
    new Map(
      [...text]
        .map((sign) => (glyphs.has(sign.codePointAt(0) ?? 0) ? sign : MISSING))
        .map((sign) => [glyphOf(sign), sign] as const)
        .toSorted(([a], [b]) => a - b),
    );
  const scaled = (at: number): number => Math.round(view.getInt16(at) * unit);
  return {
    name: 'LiberationSans',
    bytes,
    ascent: scaled(hhea + 4),
    descent: scaled(hhea + 6),
    box: [36, 38, 40, 42].map((at) => scaled(head + at)),
    widthOf: (text) => [...text].reduce((sum, sign) => sum + advance(glyphOf(sign)), 0),
    codesOf: (text) => [...text].map((sign) => hex4(glyphOf(sign))).join(''),
    widthsOf: (text) => [...signsOf(text).keys()].map((glyph) => `${glyph} [${advance(glyph)}]`).join(' '),
    unicodeOf: (text) => {
      const pairs = [...signsOf(text)].map(([glyph, sign]) => {
        const units = Array.from({ length: sign.length }, (_, n) => hex4(sign.charCodeAt(n))).join('');
        return `1 beginbfchar\n<${hex4(glyph)}> <${units}>\nendbfchar\n`;
      });
      return (
        '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Unicode def\n/CMapType 2 def\n' +
        `1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${pairs.join('')}endcmap\nend\nend\n`
      );
    },
  };
}

let opened: Promise<Font> | undefined;

/** Opens the font once. */
export const openFont = (): Promise<Font> =>
  (opened ??= readFile(createRequire(import.meta.url).resolve(FILE)).then(parse));
