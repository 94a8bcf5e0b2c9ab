import type * as PdfJs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { MAX_PDF_PAGES } from '#contract/limits.ts';
import type { PdfVerdict } from './pdfContent.ts';
import { leadsOutside } from './pdfWords.ts';

let loaded: Promise<typeof PdfJs> | undefined;

/** It comes without types, and has nothing to call. */
const WORKER = 'pdfjs-dist/legacy/build/pdf.worker.mjs';

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let [resolve, reject]: [(value: T) => void, (reason: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((done, failed) => {
    [resolve, reject] = [done, failed];
  });
  return { promise, resolve, reject };
}

async function load(): Promise<typeof PdfJs> {
  // Node.js 20 has it not yet, and pdf.js does without it only in browsers.
  if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });
  // Its worker is this thread already: found here, it is not started as one more.
  await import(WORKER);
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** The library, loaded with the first PDF. */
export const loadPdfJs = (): Promise<typeof PdfJs> => (loaded ??= load());

/** A link, an annotation or an entry of the outline, as far as it may do something. */
interface Doing {
  unsafeUrl?: unknown;
  attachment?: unknown;
  attachmentDest?: unknown;
  actions?: unknown;
  resetForm?: unknown;
  file?: unknown;
  subtype?: unknown;
  items?: unknown;
}

const ACTIVE_KINDS: ReadonlySet<unknown> = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Screen', '3D', 'Sound']);

const isActive = ({ unsafeUrl, attachment, attachmentDest, actions, file, subtype }: Doing): boolean =>
  (typeof unsafeUrl === 'string' && leadsOutside(unsafeUrl)) ||
  [attachment, attachmentDest, actions, file].some((one) => one !== undefined && one !== null) ||
  ACTIVE_KINDS.has(subtype);

const isAny = (found: Iterable<unknown> | null): boolean => found !== null && !([...found].length === 0);

async function isOutlineActive(document: PdfJs.PDFDocumentProxy): Promise<boolean> {
  const waiting: Doing[] = ((await document.getOutline()) ?? []) as Doing[];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (isActive(one)) return true;
    if (Array.isArray(one.items)) waiting.push(...(one.items as Doing[]));
  }
  return false;
}

async function isPageActive(page: PdfJs.PDFPageProxy): Promise<boolean> {
  if (isAny(await page.getJSActions())) return true;
  return ((await page.getAnnotations({ intent: 'any' })) as Doing[]).some(isActive);
}

async function isDocumentActive(document: PdfJs.PDFDocumentProxy): Promise<boolean> {
  if (isAny(await document.getJSActions()) || isAny(await document.getAttachments()) || (await document.hasJSActions()))
    return true;
  const { info } = (await document.getMetadata()) as {
    info: { IsXFAPresent?: boolean; IsCollectionPresent?: boolean };
  };
  if (info.IsXFAPresent === true || info.IsCollectionPresent === true) return true;
  if (await isOutlineActive(document)) return true;
  for (let number = 1; number <= document.numPages; number += 1) {
    // A page that cannot be read does nothing either.
    const page = await document.getPage(number).catch(() => null);
    if (page && (await isPageActive(page))) return true;
  }
  return false;
}

/** Opens a PDF as the app will show it, and asks it for everything that it would do. Nothing of it is drawn or run. */
export async function readDocument(bytes: Buffer): Promise<PdfVerdict> {
  const { getDocument, PasswordException, VerbosityLevel } = await loadPdfJs();
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 0,
  });
  try {
    const document = await task.promise;
    if (document.numPages > MAX_PDF_PAGES) return 'tooLong';
    return (await isDocumentActive(document)) ? 'active' : 'fine';
  } catch (error) {
    return error instanceof PasswordException ? 'protected' : 'broken';
  } finally {
    await task.destroy();
  }
}
