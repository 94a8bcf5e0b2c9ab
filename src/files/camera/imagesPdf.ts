/** A JPEG of three colours and its pixels. */
export interface PdfPage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Points of a page's longer side: that of an A4 sheet. */
const LONG_SIDE = 842;

/** Objects of each page: itself, what draws its picture, the picture. */
const PER_PAGE = 3;

const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Two decimals at most, as a PDF has numbers. */
const points = (value: number): string => String(Math.round(value * 100) / 100);

/**
 * A PDF with a picture on each page, as large as the page; the pictures are in it byte for byte (PDF 1.4, DCTDecode).
 * The same pages make the same file (DOC-20).
 */
export function imagesPdf(pages: readonly PdfPage[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (...more: (string | Uint8Array)[]): void => {
    for (const each of more) {
      const bytes = typeof each === 'string' ? latin(each) : each;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const object = (...content: (string | Uint8Array)[]): void => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n`, ...content, '\nendobj\n');
  };
  const stream = (head: string, content: Uint8Array): void =>
    object(`<<${head}/Length ${content.length}>>stream\n`, content, '\nendstream');

  const kids = pages.map((_, at) => `${3 + at * PER_PAGE} 0 R`).join(' ');
  add('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  object('<</Type/Catalog/Pages 2 0 R>>');
  object(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  pages.forEach(({ bytes, width, height }, at) => {
    const scale = LONG_SIDE / Math.max(width, height);
    const [wide, high] = [points(width * scale), points(height * scale)];
    const own = 3 + at * PER_PAGE;
    object(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Contents ${own + 1} 0 R` +
        `/Resources<</XObject<</I ${own + 2} 0 R>>>>>>`,
    );
    stream('', latin(`${wide} 0 0 ${high} 0 0 cm/I Do`));
    stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
        '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
      bytes,
    );
  });
  const table = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
  add(`trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);

  const file = new Uint8Array(length);
  let to = 0;
  for (const part of parts) {
    file.set(part, to);
    to += part.length;
  }
  return file;
}
