import { signedInvoiceIn } from '#domain/gstInvoice/verify.ts';
import { startWorker } from '../trusted.ts';
import type { Scene } from './gstDecoder.ts';
import workerUrl from './gstReader.worker.ts?worker&url';

/** Between two looks: a hand holds still for about a second, and a phone has other work. */
const EVERY_MS = 700;
/** Of a frame's longer side: a code that fills a third of it still has three pixels for each of its modules. */
const LONGEST_SIDE = 1_600;

/** A signed code as it was seen: not verified. */
export interface SeenCode {
  text: string;
  /** Of the invoice. */
  number: string;
}

function frameOf(video: HTMLVideoElement | null, canvas: HTMLCanvasElement): ImageData | null {
  if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  Object.assign(canvas, { width, height });
  const paper = canvas.getContext('2d', { willReadFrequently: true });
  paper?.drawImage(video, 0, 0, width, height);
  return paper?.getImageData(0, 0, width, height) ?? null;
}

function look(worker: Worker, pixels: ImageData): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const { signal } = over;
    const fail = (): void => {
      over.abort();
      reject(new Error('Nothing looks for codes here.'));
    };
    worker.addEventListener('error', fail, { signal });
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ texts: string[] } | { failed: true }>) => {
        if ('failed' in data) return fail();
        over.abort();
        resolve(data.texts);
      },
      { signal },
    );
    worker.postMessage({ pixels } satisfies Scene, [pixels.data.buffer]);
  });
}

/**
 * Looks at what the camera sees, again and again, until that has the signed code of a GST e-invoice (GST-11); null
 * where `signal` ends it before. Throws where codes cannot be looked for.
 */
export async function watchForCode(
  video: () => HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<SeenCode | null> {
  const worker = startWorker(workerUrl);
  const canvas = document.createElement('canvas');
  const ended = new Promise<null>((end) => signal.addEventListener('abort', () => end(null)));
  try {
    while (!signal.aborted) {
      const pixels = frameOf(video(), canvas);
      const texts = pixels && (await Promise.race([look(worker, pixels), ended]));
      for (const text of texts ?? []) {
        const invoice = signedInvoiceIn(text);
        if (invoice) return { text, number: invoice.number };
      }
      await Promise.race([new Promise((go) => setTimeout(go, EVERY_MS)), ended]);
    }
    return null;
  } finally {
    worker.terminate();
  }
}
