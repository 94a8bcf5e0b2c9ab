import { useContext, useEffect, useRef, useState, type ReactElement } from 'react';
import { keptDocument, typeOf } from '#data/documents.ts';
import { online } from '#data/online.ts';
import { keptPreview, loadPreview } from '#data/previews.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Bills.module.css';
import { DoNotPersistContext, loadBill, type BillSource } from './source.ts';

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

/** What can be drawn: photos, and whatever the server makes small pictures of. */
const isDrawable = ({ kind, type }: BillSource): boolean => kind === 'server' || type.startsWith('image/');

/**
 * Draws the middle of a bill's picture; false where there is none to be had. Bills of somebody else's list are not
 * fetched for it.
 */
async function drawThumb(
  source: BillSource,
  canvas: HTMLCanvasElement,
  { passing, signal }: { passing: boolean; signal: AbortSignal },
): Promise<boolean> {
  if (typeof createImageBitmap !== 'function' || passing || !isDrawable(source)) return false;
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

const SIDE = 28;

/**
 * A small picture of a bill on a card, drawn when it is seen; until then, and for what cannot be drawn, a sign of the
 * same size.
 */
export function CardThumb({ source }: { source: BillSource }): ReactElement {
  const passing = useContext(DoNotPersistContext);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const pdf = source.type === 'application/pdf';
  const drawable = isDrawable(source);
  useEffect(() => {
    const target = canvas.current;
    if (!target || !drawable || typeof IntersectionObserver !== 'function') return;
    const gone = new AbortController();
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      drawThumb(source, target, { passing, signal: gone.signal }).then(
        (done) => done && setDrawn(true),
        () => undefined,
      );
    });
    watch.observe(target.parentElement ?? target);
    return () => {
      watch.disconnect();
      gone.abort();
    };
    // The bill of an id never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source.id, drawable, passing]);
  return (
    <span className={pdf && !drawn ? `${styles.picture} ${styles.pdf}` : styles.picture} aria-hidden="true">
      {drawable ? <canvas ref={canvas} width={SIDE * 2} height={SIDE * 2} hidden={!drawn} /> : null}
      {drawn ? null : pdf ? 'PDF' : <Icon name="eye" />}
    </span>
  );
}
