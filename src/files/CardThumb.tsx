import { useContext, useEffect, useRef, useState, type ReactElement } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { whenSeen } from '#ui/whenSeen.ts';
import styles from './Bills.module.css';
import { DoNotPersistContext, type BillSource } from './source.ts';

/** What can be drawn: photos, and whatever the server makes small pictures of. */
const isDrawable = ({ kind, type }: BillSource): boolean => kind === 'server' || type.startsWith('image/');

/** In pixels of the screen: the largest of them, on one with two a point. */
const SIDE = 80;

/**
 * A small picture of a bill on a card, drawn when it is seen; until then, and for what cannot be drawn, a sign of the
 * same size.
 */
export function CardThumb({ source }: { source: BillSource }): ReactElement {
  const passing = useContext(DoNotPersistContext);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const pdf = source.type === 'application/pdf';
  // Bills of somebody else's list are not fetched for it.
  const drawable = !passing && typeof createImageBitmap === 'function' && isDrawable(source);
  useEffect(() => {
    const target = canvas.current;
    if (!target || !drawable) return;
    const gone = new AbortController();
    const callOff = whenSeen(target.parentElement ?? target, () => {
      import('./drawThumb.ts')
        .then(({ drawThumb }) => drawThumb(source, target, gone.signal))
        .then(
          (done) => done && setDrawn(true),
          () => undefined,
        );
    });
    return () => {
      callOff();
      gone.abort();
    };
    // The bill of an id never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source.id, drawable]);
  return (
    <span className={pdf && !drawn ? `${styles.picture} ${styles.pdf}` : styles.picture} aria-hidden="true">
      {drawable ? <canvas ref={canvas} width={SIDE} height={SIDE} hidden={!drawn} /> : null}
      {drawn ? null : pdf ? 'PDF' : <Icon name="eye" />}
    </span>
  );
}
