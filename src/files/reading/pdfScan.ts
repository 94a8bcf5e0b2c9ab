import type { PDFDocumentProxy } from 'pdfjs-dist';
import { joinPages } from '#domain/billReading/joinPages.ts';
import { inPdf } from '../pdfEngine.ts';
import { fit } from '../pictureSize.ts';
import { readPhoto, type OfReading } from './photoReading.ts';
import { BILL_PAGES, READ_FIELDS, type ReadBill } from './readBill.ts';

/** Pixels of a page's longer side: small print of an A4 sheet can be read, and a receipt in a corner of it. */
const LONGEST_SIDE = 3_000;
const QUALITY = 0.9;

async function drawn(opened: PDFDocumentProxy, number: number): Promise<ArrayBuffer> {
  const page = await opened.getPage(number);
  const whole = page.getViewport({ scale: 1 });
  const scale = LONGEST_SIDE / Math.max(whole.width, whole.height);
  const { width, height } = fit(whole.width * scale, whole.height * scale, LONGEST_SIDE);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  await page.render({ canvas, viewport: page.getViewport({ scale }) }).promise;
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  // What it holds is given back now, not when it is collected.
  canvas.width = 0;
  if (!picture) throw new Error('No picture.');
  return picture.arrayBuffer();
}

const pagesOf = async (opened: PDFDocumentProxy): Promise<ArrayBuffer[]> => {
  const pages: ArrayBuffer[] = [];
  for (let number = 1; number <= Math.min(BILL_PAGES, opened.numPages); number += 1)
    pages.push(await drawn(opened, number));
  return pages;
};

function joined(pages: readonly ReadBill[]): ReadBill | null {
  const bill = joinPages(pages.map(({ reading }) => reading));
  if (!bill) return null;
  const pictures: ReadBill['pictures'] = {};
  for (const field of READ_FIELDS) {
    const picture = pages[bill.homes[field]]?.pictures[field];
    if (picture) pictures[field] = picture;
  }
  return { reading: bill.reading, pictures };
}

/**
 * Reads the pages of a PDF that is a scan, one after the other, as photos are read (READ-14); null where they show no
 * text. Throws where it cannot be opened or read, or the signal ends it.
 */
export async function readScan(bytes: ArrayBuffer, today: string, of: OfReading): Promise<ReadBill | null> {
  const read: ReadBill[] = [];
  const onNews = (early: ReadBill): void => {
    const bill = joined([...read, early]);
    if (bill) of.onNews(bill);
  };
  for (const page of await inPdf(bytes, of.signal, pagesOf)) {
    const bill = await readPhoto({ bytes: page, type: 'image/jpeg', today }, { ...of, onNews });
    if (bill) read.push(bill);
  }
  return joined(read);
}
