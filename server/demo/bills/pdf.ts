import { deflateSync } from 'node:zlib';
import { printedAmount, printedDay, taxWithin, type PrintedBill } from './printedBill.ts';

/** Half an A4 page, in points. */
const WIDTH = 420;
const HEIGHT = 595;
const LEFT = 36;
const RIGHT = WIDTH - 36;

/** Helvetica's width of the digits and marks that amounts are made of, in thousandths of the size. */
const amountWidth = (text: string, size: number): number =>
  [...text].reduce(
    (sum, character) => sum + (character === ',' || character === '.' || character === ' ' ? 278 : 556),
    0,
  ) *
  (size / 1000);

const escaped = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');

type Grey = number | readonly [number, number, number];

class Page {
  #parts: string[] = [];

  text(x: number, y: number, size: number, text: string, options: { bold?: boolean; colour?: Grey } = {}): void {
    this.#colour(options.colour ?? 0.15);
    this.#parts.push(`BT /${options.bold ? 'F2' : 'F1'} ${size} Tf ${x.toFixed(1)} ${y} Td (${escaped(text)}) Tj ET`);
  }

  amount(y: number, size: number, paise: number, bold = false): void {
    const text = printedAmount(paise);
    this.text(RIGHT - amountWidth(text, size), y, size, text, { bold });
  }

  box(x: number, y: number, width: number, height: number, colour: Grey): void {
    this.#colour(colour);
    this.#parts.push(`${x} ${y} ${width} ${height} re f`);
  }

  #colour(colour: Grey): void {
    this.#parts.push(typeof colour === 'number' ? `${colour} g` : `${colour.join(' ')} rg`);
  }

  stream(): Buffer {
    return deflateSync(Buffer.from(this.#parts.join('\n'), 'latin1'));
  }
}

/** A one-page document of standard fonts: nothing in it but text and boxes. */
function documentOf(stream: Buffer): Buffer {
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] ` +
      '/Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> /Contents 4 0 R >>',
    stream,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ].map((body) =>
    typeof body === 'string'
      ? Buffer.from(body, 'latin1')
      : Buffer.concat([
          Buffer.from(`<< /Length ${body.length} /Filter /FlateDecode >>\nstream\n`),
          body,
          Buffer.from('\nendstream'),
        ]),
  );
  const pieces = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let length = pieces[0]?.length ?? 0;
  const offsets: number[] = [];
  for (const [index, body] of objects.entries()) {
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += piece.length;
    pieces.push(piece);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const entries = objects.length + 1;
  pieces.push(
    Buffer.from(
      `xref\n0 ${entries}\n0000000000 65535 f \n${table}trailer\n` +
        `<< /Size ${entries} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(pieces);
}

/** An invoice as a PDF of about 1.5 kB: `title` says what it is, `colour` is the merchant's. */
export function invoicePdf(bill: PrintedBill, title: string, colour: readonly [number, number, number]): Buffer {
  const page = new Page();
  const tax = taxWithin(bill.total);
  page.box(0, HEIGHT - 74, WIDTH, 74, colour);
  page.text(LEFT, HEIGHT - 40, 19, bill.merchant, { bold: true, colour: 1 });
  page.text(LEFT, HEIGHT - 58, 9, bill.address, { colour: 1 });
  page.text(LEFT, HEIGHT - 104, 14, title, { bold: true });
  const rows: [string, string][] = [
    ['Invoice no.', bill.number],
    ['Invoice date', printedDay(bill.day)],
    ['GSTIN', bill.taxNumber],
    ['Billed to', bill.customer],
    ['Paid by', bill.paidBy],
  ];
  rows.forEach(([label, value], index) => {
    page.text(LEFT, HEIGHT - 130 - index * 17, 10, label, { colour: 0.45 });
    page.text(LEFT + 84, HEIGHT - 130 - index * 17, 10, value);
  });
  let y = HEIGHT - 236;
  page.box(LEFT - 8, y - 7, RIGHT - LEFT + 16, 22, 0.93);
  page.text(LEFT, y, 10, 'Description', { bold: true });
  page.text(RIGHT - 62, y, 10, 'Amount (Rs.)', { bold: true });
  const row = (label: string, paise: number, bold = false): void => {
    y -= 24;
    page.text(LEFT, y, 10, label, { bold });
    page.amount(y, 10, paise, bold);
  };
  for (const line of bill.lines) row(line.text, line.paise);
  y -= 12;
  page.box(LEFT - 8, y, RIGHT - LEFT + 16, 0.7, 0.7);
  row('Taxable value', tax.taxable);
  row('CGST 9%', tax.central);
  row('SGST 9%', tax.state);
  y -= 44;
  page.box(LEFT - 8, y, RIGHT - LEFT + 16, 34, 0.93);
  page.text(LEFT, y + 12, 13, 'Total Rs.', { bold: true });
  page.amount(y + 12, 13, bill.total, true);
  page.text(LEFT, 40, 8, 'Amounts include tax. This is a computer generated invoice and needs no signature.', {
    colour: 0.45,
  });
  return documentOf(page.stream());
}
