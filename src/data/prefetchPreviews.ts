import { keptDocument, typeOf } from './documents.ts';
import { download } from './http.ts';
import { requirePerson } from './person.ts';
import { keepPreview, keptPreview } from './previews.ts';

/** What may be fetched ahead in a day (MGR-30). */
export const BUDGET = { bytes: 10_000_000, requests: 200 } as const;
const SPENT = 'previewsSpent';
const DAY_MS = 86_400_000;
/** The long side of a small picture, in pixels, is enough to recognise a bill and to read its total; JPEG. */
export const PREVIEW = { longSide: 480, quality: 0.6 } as const;

export interface PrefetchedBill {
  fingerPrint: string;
  /** Bytes. */
  size: number;
  type: string;
}

interface Spent {
  since: number;
  bytes: number;
  requests: number;
}

type Draw = (bytes: ArrayBuffer) => Promise<ArrayBuffer>;

/** Where the bytes come from and who makes them small; the page's own unless a test brings others. */
export interface PreviewTools {
  fetch: (fingerPrint: string) => Promise<ArrayBuffer>;
  /** How files of this type are drawn; null for those that nobody here can draw. */
  drawing: (type: string) => Draw | null;
  now: () => number;
  /** Until the page has nothing better to do. */
  idle: () => Promise<void>;
}

/** A small JPEG of a photo. Throws where the browser cannot decode it or has no canvas to draw on. */
async function makeSmall(bytes: ArrayBuffer, type: string): Promise<ArrayBuffer> {
  const picture = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, PREVIEW.longSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    );
    const paper = canvas.getContext('2d');
    if (!paper) throw new Error('No canvas.');
    paper.fillStyle = '#ffffff';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await (await canvas.convertToBlob({ type: 'image/jpeg', quality: PREVIEW.quality })).arrayBuffer();
  } finally {
    picture.close();
  }
}

async function fetchWhole(fingerPrint: string): Promise<ArrayBuffer> {
  const [{ bytes, sum }, { sha256 }] = await Promise.all([download(fingerPrint), import('#outbox/env.ts')]);
  if ((await sha256(bytes)) !== sum) throw new Error('The file arrived damaged.');
  return bytes;
}

const idle = (): Promise<void> =>
  new Promise((go) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(() => go(), { timeout: 2_000 })
      : setTimeout(go, 50),
  );

/** The tools of the page; images are drawn here, PDFs by `drawPdf`. */
export const pageTools = (drawPdf: Draw | null): PreviewTools => ({
  fetch: fetchWhole,
  drawing: (type) =>
    type.startsWith('image/')
      ? (bytes) => makeSmall(bytes, typeOf(bytes))
      : type === 'application/pdf'
        ? drawPdf
        : null,
  now: () => Date.now(),
  idle,
});

/** Charges one request to the day's budget before it is made; false when the budget is used up. */
async function spend(bytes: number, now: number): Promise<boolean> {
  const { store } = await requirePerson();
  return store.write(['meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const known = (await meta.get(SPENT)) as Spent | undefined;
    const spent =
      known && now - known.since < DAY_MS && now >= known.since ? known : { since: now, bytes: 0, requests: 0 };
    if (spent.bytes + bytes > BUDGET.bytes || spent.requests >= BUDGET.requests) return false;
    await meta.put(
      { since: spent.since, bytes: spent.bytes + bytes, requests: spent.requests + 1 } satisfies Spent,
      SPENT,
    );
    return true;
  });
}

/**
 * Makes small pictures of these bills where there are none yet, one after the other while nothing else is to do. A bill
 * without a preview shows its icon.
 */
export async function prefetchPreviews(bills: readonly PrefetchedBill[], tools: PreviewTools): Promise<void> {
  for (const { fingerPrint, size, type } of bills) {
    const draw = tools.drawing(type);
    if (!draw || (await keptPreview(fingerPrint))) continue;
    await tools.idle();
    try {
      const whole =
        (await keptDocument(fingerPrint))?.bytes ??
        ((await spend(size, tools.now())) ? await tools.fetch(fingerPrint) : null);
      if (whole) await keepPreview(fingerPrint, await draw(whole), tools.now());
    } catch {
      // Not this one; without a network none, and they are tried again at the next warming.
    }
  }
}
