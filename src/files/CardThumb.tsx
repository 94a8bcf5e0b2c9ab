import { useContext, useEffect, useRef, useState, type ReactElement } from 'react';
import { Icon } from '#ui/Icon.tsx';
import styles from './Bills.module.css';
import { DoNotPersistContext } from './doNotPersistContext.ts';
import type { BillSource } from './source.ts';
import { drawThumb } from './thumbs.ts';

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
