import type { PDFDocumentProxy } from 'pdfjs-dist';
import { inWorker } from '../inWorker.ts';
import type { Scene } from './gstDecoder.ts';
import workerUrl from './gstReader.worker.ts?worker&url';

/** An invoice has its code on one of these. */
const PAGES = 2;
/** Pixels for a point of the page: small print needs more. */
const SHARPNESS = [3, 5] as const;
/** Milliseconds for one picture, on a slow phone. */
const PATIENCE = 30_000;

async function read(scene: Scene, signal: AbortSignal): Promise<string[]> {
  const transfer = 'pixels' in scene ? [scene.pixels.data.buffer] : [];
  return (await inWorker<{ texts: string[] }>(workerUrl, scene, { patience: PATIENCE, signal, transfer })).texts;
}

async function drawn(opened: PDFDocumentProxy, number: number, scale: number): Promise<ImageData> {
  const page = await opened.getPage(number);
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('No canvas.');
  return paper.getImageData(0, 0, canvas.width, canvas.height);
}

async function* pagesOf(bytes: ArrayBuffer): AsyncGenerator<Scene> {
  const { openPdf } = await import('../pdfEngine.ts');
  const { document: opening, close } = openPdf(bytes);
  try {
    const opened = await opening;
    for (const scale of SHARPNESS)
      for (let number = 1; number <= Math.min(PAGES, opened.numPages); number += 1)
        yield { pixels: await drawn(opened, number, scale) };
  } finally {
    close();
  }
}

/**
 * The texts of QR codes on a bill, picture by picture: whoever asks stops at the one that is wanted. Each is read in a
 * worker that ends with it. Throws where the file or the engine cannot be had.
 */
export async function* codesOf(bytes: ArrayBuffer, type: string, signal: AbortSignal): AsyncGenerator<string> {
  const scenes = type === 'application/pdf' ? pagesOf(bytes) : [{ bytes, type }];
  for await (const scene of scenes) for (const text of await read(scene, signal)) yield text;
}
