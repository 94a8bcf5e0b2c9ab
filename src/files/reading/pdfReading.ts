import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { Box, Piece } from '#domain/billReading/pieces.ts';
import { readPieces } from '#domain/billReading/read.ts';
import { inPdf } from '../pdfEngine.ts';
import { BILL_PAGES, READ_FIELDS, type ReadBill } from './readBill.ts';

/** Around what was read, in points, so that one sees where it stands. */
const MARGIN = 8;
const SHARPNESS = 2;

/** The text of a page with its places, from the top of the page. */
async function piecesOf(page: PDFPageProxy): Promise<Piece[]> {
  const top = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item): Piece[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [x = 0, y = 0] = top.convertToViewportPoint(item.transform[4] as number, item.transform[5] as number);
    const height = item.height || 8;
    return [{ text: item.str, x: Number(x), y: Number(y) - height, width: item.width || 1, height }];
  });
}

async function pictureOf(page: PDFPageProxy, box: Box): Promise<ArrayBuffer | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((box.width + 2 * MARGIN) * SHARPNESS);
  canvas.height = Math.ceil((box.height + 2 * MARGIN) * SHARPNESS);
  const viewport = page.getViewport({
    scale: SHARPNESS,
    offsetX: (MARGIN - box.x) * SHARPNESS,
    offsetY: (MARGIN - box.y) * SHARPNESS,
  });
  await page.render({ canvas, viewport }).promise;
  return (await new Promise<Blob | null>((done) => canvas.toBlob(done)))?.arrayBuffer();
}

async function readDocument(opened: PDFDocumentProxy, today: string): Promise<ReadBill | null> {
  const pages: { page: PDFPageProxy; from: number }[] = [];
  const pieces: Piece[] = [];
  let from = 0;
  for (let number = 1; number <= Math.min(BILL_PAGES, opened.numPages); number++) {
    const page = await opened.getPage(number);
    const at = from;
    pieces.push(...(await piecesOf(page)).map((piece) => ({ ...piece, y: piece.y + at })));
    pages.push({ page, from });
    from += page.getViewport({ scale: 1 }).height;
  }
  const reading = readPieces(pieces, today);
  if (!reading.total && !reading.day) return null;
  const pictures: ReadBill['pictures'] = {};
  for (const field of READ_FIELDS) {
    const box = reading[field]?.from;
    const home = box && pages.findLast((one) => box.y >= one.from - box.height);
    const picture = home && (await pictureOf(home.page, { ...box, y: box.y - home.from }).catch(() => undefined));
    if (picture) pictures[field] = picture;
  }
  return { reading, pictures };
}

/**
 * Reads the text of a PDF on this device; null where it says neither an amount nor a day, as that of a scan does not,
 * with no text at all or the name of what made it. Throws where the file cannot be opened, or takes longer than a bill
 * does. `signal` ends it.
 */
export const readPdf = (bytes: ArrayBuffer, today: string, signal: AbortSignal): Promise<ReadBill | null> =>
  inPdf(bytes, signal, (opened) => readDocument(opened, today));
