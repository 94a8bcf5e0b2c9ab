import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { startWorker } from './trusted.ts';

/** Opens a PDF without running anything that it carries: the library has no script engine here, and no longer knows how to evaluate. The caller destroys it. */
export function openPdf(bytes: ArrayBuffer): { document: Promise<PDFDocumentProxy>; close: () => void } {
  GlobalWorkerOptions.workerPort ??= startWorker(workerUrl);
  // A copy: the library hands its bytes to the worker for good.
  const task = getDocument({ data: new Uint8Array(bytes.slice(0)), enableXfa: false, useSystemFonts: true, disableAutoFetch: true });
  return { document: task.promise, close: () => void task.destroy() };
}
