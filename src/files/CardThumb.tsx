import { useContext, useEffect, useRef, useState, type ReactElement } from 'react';
import { keptDocument, loadDocument } from '#data/documents.ts';
import { online } from '#data/online.ts';
import { keptPreview } from '#data/previews.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Bills.module.css';
import { DoNotPersistContext, loadBill, type BillSource } from './source.ts';

/** Never more than a handful at once, one after the other while somebody scrolls. */
const AT_ONCE = 3;
let running = 0;
const queue: (() => void)[] = [];

interface Measured {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** Whole bills are fetched for a picture only where that costs nobody anything. */
function mayFetch(): boolean {
  const { connection } = navigator as Measured;
  return (
    online.isOnline() &&
    connection?.saveData !== true &&
    (connection?.effectiveType === undefined || connection.effectiveType === '4g')
  );
}

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
  // What is only drawn small is not kept: the device keeps what was opened.
  const small = await keptPreview(source.fingerPrint);
  if (small) return { bytes: small, type: 'image/jpeg' };
  return (
    (await keptDocument(source.fingerPrint)) ?? (mayFetch() ? loadDocument(source.fingerPrint, signal, false) : null)
  );
}

/**
 * Draws the middle of a bill's picture; false where there is none to be had. Bills of somebody else's list are not
 * fetched for it.
 */
async function drawThumb(
  source: BillSource,
  canvas: HTMLCanvasElement,
  { passing, signal }: { passing: boolean; signal: AbortSignal },
): Promise<boolean> {
  if (typeof createImageBitmap !== 'function' || passing || !source.type.startsWith('image/')) return false;
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
  useEffect(() => {
    const target = canvas.current;
    if (!target || pdf || typeof IntersectionObserver !== 'function') return;
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
  }, [source.id, pdf, passing]);
  if (pdf)
    return (
      <span className={`${styles.picture} ${styles.pdf}`} aria-hidden="true">
        PDF
      </span>
    );
  return (
    <span className={styles.picture} aria-hidden="true">
      <canvas ref={canvas} width={SIDE * 2} height={SIDE * 2} hidden={!drawn} />
      {drawn ? null : <Icon name="eye" />}
    </span>
  );
}
