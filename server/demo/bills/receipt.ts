import { crc32, deflateSync } from 'node:zlib';
import { GLYPH_HEIGHT, GLYPH_WIDTH, glyphOf } from './font.ts';
import { printedAmount, printedDay, printedTime, taxWithin, type PrintedBill } from './printedBill.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A picture of one bit a pixel: a set bit is ink. Rows start at a whole byte. */
interface Bitmap {
  width: number;
  height: number;
  bits: Buffer;
}

type Colour = readonly [red: number, green: number, blue: number];

/** Writes a two-colour PNG. */
function encodePng({ width, height, bits }: Bitmap, paper: Colour, ink: Colour): Buffer {
  const stride = Math.ceil(width / 8);
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) bits.copy(rows, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, colours from the palette.
  header.set([1, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(rows, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A till receipt as a thermal printer makes it: 32 characters a line, 80 mm paper. */
const COLUMNS = 32;
const DOT = 3;
const CELL = (GLYPH_WIDTH + 1) * DOT;
const WIDTH = COLUMNS * CELL;
const LEADING = 30;
const MARGIN = 36;
const SIDE = 24;

interface Line {
  text: string;
  /** 2: letters of twice the size. */
  size: 1 | 2;
}

const centred = (text: string, size: 1 | 2 = 1): Line => {
  const room = COLUMNS / size;
  const cut = text.slice(0, room);
  return { text: ' '.repeat(Math.floor((room - cut.length) / 2)) + cut, size };
};
const pair = (left: string, right: string): Line => ({
  text: left.slice(0, COLUMNS - right.length - 1).padEnd(COLUMNS - right.length) + right,
  size: 1,
});
const rule: Line = { text: '-'.repeat(COLUMNS), size: 1 };

/** Breaks a text at spaces into lines of at most `room` characters. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, room));
  }
  return lines;
}

function linesOf(bill: PrintedBill): Line[] {
  const tax = taxWithin(bill.total);
  return [
    ...wrapped(bill.merchant.toUpperCase(), COLUMNS / 2).map((text) => centred(text, 2)),
    ...wrapped(bill.address, COLUMNS).map((text) => centred(text)),
    centred(`GSTIN ${bill.taxNumber}`),
    rule,
    pair(`Bill ${bill.number}`, printedTime(bill.minute)),
    pair(`Date ${printedDay(bill.day)}`, `POS ${(bill.minute % 3) + 1}`),
    rule,
    ...bill.lines.map((line) => pair(line.text, printedAmount(line.paise))),
    rule,
    pair('Taxable', printedAmount(tax.taxable)),
    pair('CGST 9%', printedAmount(tax.central)),
    pair('SGST 9%', printedAmount(tax.state)),
    rule,
    { text: `TOTAL${printedAmount(bill.total).padStart(COLUMNS / 2 - 5)}`, size: 2 },
    rule,
    pair('Paid by', bill.paidBy),
    { text: '', size: 1 },
    centred('Thank you. Visit again.'),
  ];
}

function drawLine(bitmap: Bitmap, stride: number, line: Line, top: number): void {
  const dot = DOT * line.size;
  for (const [index, character] of [...line.text].entries()) {
    if (character === ' ') continue;
    const glyph = glyphOf(character);
    for (let column = 0; column < GLYPH_WIDTH; column += 1) {
      const dots = glyph[column] ?? 0;
      const left = SIDE + index * CELL * line.size + column * dot;
      for (let row = 0; row < GLYPH_HEIGHT; row += 1) {
        if ((dots & (1 << row)) === 0) continue;
        for (let y = top + row * dot; y < top + (row + 1) * dot; y += 1) {
          for (let x = left; x < left + dot; x += 1)
            bitmap.bits[y * stride + (x >> 3)] = (bitmap.bits[y * stride + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
        }
      }
    }
  }
}

const PAPER: Colour = [248, 246, 239];
const INK: Colour = [52, 50, 62];

/** Draws the receipt and answers a PNG of about 4 kB. */
export function receiptPng(bill: PrintedBill): Buffer {
  const lines = linesOf(bill);
  const width = WIDTH + 2 * SIDE;
  const stride = Math.ceil(width / 8);
  const height = lines.reduce((sum, line) => sum + LEADING * line.size, 2 * MARGIN);
  const bitmap: Bitmap = { width, height, bits: Buffer.alloc(stride * height) };
  let top = MARGIN;
  for (const line of lines) {
    drawLine(bitmap, stride, line, top);
    top += LEADING * line.size;
  }
  return encodePng(bitmap, PAPER, INK);
}
