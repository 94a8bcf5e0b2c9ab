import { deflateSync } from 'node:zlib';
import { mapInBatches } from '#server/platform/base/concurrency.ts';
import { openFont, type Font } from './font.ts';

/** A PDF of lines of text and of photos: what a person reads of a proof pack. */

export interface PdfLine {
  text: string;
  /** Points. */
  size?: number;
  /** Points from the left edge of the text. */
  indent?: number;
  /** Points above it. */
  above?: number;
}

export interface PdfPhoto {
  caption: string;
  jpeg: Uint8Array;
}

const PAGE = { width: 595, height: 842, margin: 48 } as const;
const WIDTH = PAGE.width - 2 * PAGE.margin;
const LEADING = 1.4;

interface Jpeg {
  width: number;
  height: number;
  channels: number;
}

/** Size and channels, from the frame's header; null: not a JPEG that a PDF can hold. */
export function jpegOf(bytes: Uint8Array): Jpeg | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 10 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const frame = marker >= 0xc0 && marker <= 0xc2;
    if (frame) {
      const channels = bytes[at + 9] ?? 0;
      const jpeg = { height: view.getUint16(at + 5), width: view.getUint16(at + 7), channels };
      return (channels === 1 || channels === 3) && jpeg.width > 0 && jpeg.height > 0 ? jpeg : null;
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The text in lines no wider than there is room, broken at spaces, or anywhere in a longer word. */
function wrapped(font: Font, text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  // Added up sign by sign: the whole line measured again for each of them would take the square of its length.
  let width = 0;
  const most = (room * 1000) / size;
  const push = (): void => {
    lines.push(line);
    [line, width] = ['', 0];
  };
  for (const word of text.split(/(?<=\s)/)) {
    if (line !== '' && width + font.widthOf(word.trimEnd()) > most) push();
    for (const sign of word) {
      const more = font.widthOf(sign);
      if (line !== '' && width + more > most && sign.trim() !== '') push();
      line += sign;
      width += more;
    }
  }
  if (line !== '' || lines.length === 0) push();
  return lines;
}

/** Collects the objects of a PDF and writes them with their cross-references. */
class Objects {
  readonly #parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  readonly #places: number[] = [];
  #length = this.#parts[0]?.length ?? 0;

  #push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
  /** The number that the next object has. */
  get next(): number {
    return this.#places.length + 1;
  }
  add(dictionary: string, stream?: Uint8Array): number {
    this.#places.push(this.#length);
    const number = this.#places.length;
    this.#push(Buffer.from(`${number} 0 obj\n${dictionary}\n`));
    if (stream) {
      this.#push(Buffer.from('stream\n'));
      this.#push(stream);
      this.#push(Buffer.from('\nendstream\n'));
    }
    this.#push(Buffer.from('endobj\n'));
    return number;
  }
  packed(dictionary: string, content: Uint8Array): number {
    const stream = deflateSync(content);
    return this.add(`<< ${dictionary} /Filter /FlateDecode /Length ${stream.length} >>`, stream);
  }
  end(root: number): Buffer {
    const at = this.#length;
    const size = this.#places.length + 1;
    const entries = this.#places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    this.#push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${entries}` +
          `trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(this.#parts);
  }
}

/** A line as it stands on the page, in several where it is long. */
interface LaidLine {
  size: number;
  indent: number;
  above: number;
  codes: string[];
}

function laid(font: Font, { text, size = 10, indent = 0, above = 0 }: PdfLine): LaidLine {
  return { size, indent, above, codes: wrapped(font, text, size, WIDTH - indent).map(font.codesOf) };
}

/** The pages of the lines, as the operators that draw them. */
function textPages(lines: readonly LaidLine[]): string[] {
  const pages: string[] = [];
  let page = '';
  let y: number = PAGE.height - PAGE.margin;
  for (const { size, indent, above, codes } of lines) {
    y -= above;
    for (const line of codes) {
      y -= size * LEADING;
      if (y < PAGE.margin) {
        pages.push(page);
        page = '';
        y = PAGE.height - PAGE.margin - size * LEADING;
      }
      const x = PAGE.margin + indent;
      page += `BT /F ${size} Tf 1 0 0 1 ${x} ${y.toFixed(2)} Tm <${line}> Tj ET\n`;
    }
  }
  return [...pages, page];
}

/** Writes it. Photos that a PDF cannot hold are left out; `photos` are drawn on a page each, below their captions. */
export async function writePdf(lines: readonly PdfLine[], photos: readonly PdfPhoto[]): Promise<Buffer> {
  const font = await openFont();
  const objects = new Objects();
  const used = [...lines.map(({ text }) => text), ...photos.map(({ caption }) => caption)].join('');
  const file = objects.packed(`/Length1 ${font.bytes.length}`, font.bytes);
  const named = `/FontName /${font.name}`;
  const descriptor = objects.add(
    `<< /Type /FontDescriptor ${named} /Flags 32 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /StemV 80 /FontFile2 ${file} 0 R >>`,
  );
  const cid = objects.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.name} /CIDToGIDMap /Identity /DW 1000 ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/W [${font.widthsOf(used)}] /FontDescriptor ${descriptor} 0 R >>`,
  );
  const unicode = objects.packed('', Buffer.from(font.unicodeOf(used)));
  const type0 = objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font.name} /Encoding /Identity-H ` +
      `/DescendantFonts [${cid} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
  const drawn = [
    ...textPages(await mapInBatches(lines, (line) => laid(font, line))).map((content) => ({ content, images: '' })),
    ...photos.flatMap(({ caption, jpeg }) => {
      const facts = jpegOf(jpeg);
      if (!facts) return [];
      const { width, height, channels } = facts;
      const space = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
      const image = objects.add(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} ` +
          `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
        jpeg,
      );
      const room = PAGE.height - 2 * PAGE.margin - 40;
      const scale = Math.min(WIDTH / width, room / height);
      const [w, h] = [width * scale, height * scale];
      const place = `${w.toFixed(2)} 0 0 ${h.toFixed(2)} ${PAGE.margin} ${(PAGE.margin + room - h).toFixed(2)} cm`;
      return [
        {
          content: `${textPages([laid(font, { text: caption })])[0] ?? ''}q ${place} /I Do Q\n`,
          images: `/XObject << /I ${image} 0 R >>`,
        },
      ];
    }),
  ];
  const contents = drawn.map(({ content }) => objects.packed('', Buffer.from(content)));
  const tree = objects.next + drawn.length;
  const pages = drawn.map(({ images }, n) =>
    objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F ${type0} 0 R >> ${images} >> /Contents ${contents[n]} 0 R >>`,
    ),
  );
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  objects.add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  return objects.end(objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}
