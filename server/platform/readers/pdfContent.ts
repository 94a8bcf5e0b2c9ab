import { MAX_PDF_PAGES } from '#contract/limits.ts';
import { readDocument } from './pdfDocument.ts';
import { linksOutside, named } from './pdfWords.ts';
import { unpackedObjects } from './pdfStreams.ts';

/**
 * What a document does, not what it shows. Each such action must name itself by one of these, so that the whole file is
 * looked at and nothing depends on telling its parts from each other as a reader would; by chance, packed bytes spell
 * none.
 */
const ACTIVE = new RegExp(
  named(
    'JavaScript',
    'Launch',
    'EmbeddedFile',
    'EmbeddedFiles',
    'SubmitForm',
    'ImportData',
    'GoToE',
    'GoToR',
    'Movie',
    'RichMedia',
    'Rendition',
    'XFA',
  ),
);
const ENCRYPTED = new RegExp(named('Encrypt'));
const PAGE = new RegExp(`${named('Type')}\\s{0,9}${named('Page')}`, 'g');
const PAGES = new RegExp(`${named('Type')}\\s{0,9}${named('Pages')}`, 'g');
const COUNT = new RegExp(`${named('Count')}\\s{0,9}(\\d{1,9})`);
/** Of a tree of so few pages as are taken. */
const MAX_BRANCHES = 20 * MAX_PDF_PAGES;
/** How far from its type a branch says how many pages it has. */
const NEAR = 1_000;

export type PdfVerdict = 'fine' | 'active' | 'protected' | 'tooLong' | 'broken';

const countAll = (text: string, pattern: RegExp, most: number): number => {
  let found = 0;
  for (const _ of text.matchAll(pattern)) if ((found += 1) > most) break;
  return found;
};

function hasTooManyPages(text: string): boolean {
  if (countAll(text, PAGE, MAX_PDF_PAGES) > MAX_PDF_PAGES || countAll(text, PAGES, MAX_BRANCHES) > MAX_BRANCHES)
    return true;
  return [...text.matchAll(PAGES)].some(({ index }) => {
    const near = text.slice(Math.max(0, index - NEAR), index + NEAR);
    const middle = Math.min(index, NEAR);
    const [from, to] = [Math.max(0, near.lastIndexOf('<<', middle)), near.indexOf('>>', middle)];
    return Number(COUNT.exec(near.slice(from, to < 0 ? near.length : to))?.[1] ?? 0) > MAX_PDF_PAGES;
  });
}

const isActive = (text: string): boolean => ACTIVE.test(text) || linksOutside(text);

/**
 * Looks at what a PDF would do beside being shown: scripts, programs, forms that are sent, files inside, links out of
 * the web (Z46, S9), whatever way its names are spelled and its objects packed. Also finds what
 * nobody could open, and more pages than a bill has. Two readers look at it and either may refuse: the words of the
 * whole file, reachable or not, and pdf.js, which follows it as it will be shown. Runs in the pool.
 */
export async function judgePdf(bytes: Buffer): Promise<PdfVerdict> {
  const text = bytes.toString('latin1');
  if (ENCRYPTED.test(text)) return 'protected';
  if (isActive(text)) return 'active';
  const inside = unpackedObjects(bytes, text);
  if (inside === null) return 'broken';
  if (isActive(inside)) return 'active';
  if (hasTooManyPages(text) || hasTooManyPages(inside)) return 'tooLong';
  return readDocument(bytes);
}
