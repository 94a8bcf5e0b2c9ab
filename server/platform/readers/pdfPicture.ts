import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { loadPdfJs } from './pdfDocument.ts';

/** Pixels line by line, as many bytes for each as it has channels. */
export interface Drawn {
  pixels: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

interface Canvas {
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { data: Uint8Array } };
}

/** What the library reads of its own folder: fonts and encodings that a PDF may leave out, and decoders of pictures. */
function ownFiles() {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    standardFontDataUrl: `${folder}/standard_fonts/`,
    cMapUrl: `${folder}/cmaps/`,
    wasmUrl: `${folder}/wasm/`,
  };
}

/**
 * The first page of a PDF on white, `side` pixels on its long side. Runs nothing that the file carries. Throws where it
 * cannot be drawn.
 */
export async function firstPage(bytes: Buffer, side: number): Promise<Drawn> {
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    ...ownFiles(),
  });
  try {
    const document = await task.promise;
    const page = await document.getPage(1);
    const whole = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(whole.width, whole.height) });
    const [width, height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
    const factory = document.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
    const { canvas } = factory.create(width, height);
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#ffffff' }).promise;
    return { pixels: canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height, channels: 4 };
  } finally {
    await task.destroy();
  }
}
