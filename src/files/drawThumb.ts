import { keptDocument, typeOf } from '#data/documents.ts';
import { online } from '#data/online.ts';
import { keptPreview, loadPreview } from '#data/previews.ts';
import { loadBill } from './loadBill.ts';
import type { BillSource } from './source.ts';

/** Never more than a handful at once, one after the other while somebody scrolls. */
const AT_ONCE = 3;
let running = 0;
const queue: (() => void)[] = [];

/** Small pictures are fetched unless the person saves data. */
const mayFetch = (): boolean =>
  online.isOnline() && (navigator as { connection?: { saveData?: boolean } }).connection?.saveData !== true;

async function turn(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((go) => queue.push(go));
  running += 1;
}

function done(): void {
  running -= 1;
  queue.shift()?.();
}

async function bytesOf(source: BillSource, signal: AbortSignal): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  if (source.kind !== 'server') return loadBill(source, signal, false);
  const { fingerPrint } = source;
  const kept = await keptPreview(fingerPrint);
  const whole = kept ? null : await keptDocument(fingerPrint);
  if (whole?.type.startsWith('image/')) return whole;
  // What is only drawn small is not kept: the device keeps what was opened.
  const bytes = kept ?? (mayFetch() ? await loadPreview(fingerPrint, 'small', signal) : null);
  return bytes && { bytes, type: typeOf(bytes) };
}

/** Draws the middle of a bill's picture; false where there is none to be had. */
export async function drawThumb(source: BillSource, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<boolean> {
  await turn();
  try {
    if (signal.aborted) return false;
    const content = await bytesOf(source, signal);
    if (!content || signal.aborted) return false;
    const picture = await createImageBitmap(new Blob([content.bytes], { type: content.type }), {
      resizeWidth: canvas.width * 2,
      resizeQuality: 'medium',
    });
    const side = Math.min(picture.width, picture.height);
    canvas
      .getContext('2d')
      ?.drawImage(picture, (picture.width - side) / 2, 0, side, side, 0, 0, canvas.width, canvas.height);
    picture.close();
    return true;
  } finally {
    done();
  }
}
