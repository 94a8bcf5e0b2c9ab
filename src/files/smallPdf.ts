import { PREVIEW } from '#data/prefetchPreviews.ts';
import { openPdf } from './pdfEngine.ts';

/** A small JPEG of a PDF's first page (MGR-30). Throws where it cannot be drawn. */
export async function smallPdf(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const { document: opening, close } = openPdf(bytes);
  try {
    const sheet = await (await opening).getPage(1);
    const whole = sheet.getViewport({ scale: 1 });
    const viewport = sheet.getViewport({ scale: PREVIEW.longSide / Math.max(whole.width, whole.height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    await sheet.render({ canvas, viewport }).promise;
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', PREVIEW.quality));
    if (!drawn) throw new Error('No canvas.');
    return await drawn.arrayBuffer();
  } finally {
    close();
  }
}
