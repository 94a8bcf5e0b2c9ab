import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { startWorker } from './trusted.ts';

// The build names this piece after the file; the worker knows by that name what is too heavy to keep for everybody.

/** The library refuses to open a document while one that was closed is still being put away. */
let putAway: Promise<unknown> = Promise.resolve();

/**
 * Opens a PDF without running anything that it carries: the library has no script engine here, and no longer knows how
 * to evaluate. The caller destroys it. A browser that starts no worker for it refuses the document, and throws nothing.
 */
export function openPdf(bytes: ArrayBuffer): { document: Promise<PDFDocumentProxy>; close: () => void } {
  let task: ReturnType<typeof getDocument> | undefined;
  let closed = false;
  const document = putAway.then(() => {
    if (closed) throw new Error('It was closed before it was opened.');
    GlobalWorkerOptions.workerPort ??= startWorker(workerUrl);
    // A copy: the library hands its bytes to the worker for good.
    task = getDocument({
      data: new Uint8Array(bytes.slice(0)),
      enableXfa: false,
      useSystemFonts: true,
      disableAutoFetch: true,
    });
    return task.promise;
  });
  const close = (): void => {
    closed = true;
    putAway = putAway.then(() => task?.destroy()).catch(() => undefined);
  };
  return { document, close };
}

/** A bill is opened and read within this, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Works on a PDF that is open until then. Throws where it cannot be opened, takes too long, or `signal` ends it. */
export async function inPdf<Result>(
  bytes: ArrayBuffer,
  signal: AbortSignal,
  work: (opened: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const { document, close } = openPdf(bytes);
  const ended = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    return await Promise.race([
      document.then(work),
      new Promise<never>((_, reject) => ended.addEventListener('abort', () => reject(new Error('Ended.')))),
    ]);
  } finally {
    close();
  }
}
