import { useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { IconAction } from '#ui/Action.tsx';
import { useObjectUrl } from './useObjectUrl.ts';
import styles from './Viewer.module.css';

const STEPS = [1, 1.5, 2, 3, 4] as const;

/** A photo that can be made larger, moved and turned, by buttons, by two fingers and by dragging. */
export function ImageView({
  bytes,
  type,
  name,
  onBroken,
}: {
  bytes: ArrayBuffer;
  type: string;
  name: string;
  onBroken: () => void;
}): ReactElement {
  const url = useObjectUrl(bytes, type);
  const [zoom, setZoom] = useState(1);
  const [turn, setTurn] = useState(0);
  const [natural, setNatural] = useState<{ width: number; height: number } | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const pinch = useRef<{ apart: number; zoom: number } | null>(null);

  const step = (by: 1 | -1): void => {
    const at = STEPS.findIndex((each) => each >= zoom);
    setZoom(STEPS[Math.min(STEPS.length - 1, Math.max(0, at + by))] ?? 1);
  };
  const apart = (): number => {
    const [one, two] = [...fingers.current.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
  };
  const down = (event: PointerEvent): void => {
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size === 2) pinch.current = { apart: apart(), zoom };
  };
  const move = (event: PointerEvent): void => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch.current && fingers.current.size === 2)
      setZoom(Math.min(5, Math.max(1, (pinch.current.zoom * apart()) / pinch.current.apart)));
    else if (event.pointerType === 'mouse' && event.buttons === 1)
      stage.current?.scrollBy(before.x - event.clientX, before.y - event.clientY);
  };
  const up = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size < 2) pinch.current = null;
  };

  const sideways = turn % 180 !== 0;
  const ratio = natural ? natural.width / natural.height : 1;
  // The frame keeps the room that the turned picture takes, so that scrolling reaches all of it.
  const width = sideways
    ? `min(${zoom * 100}%, calc(${zoom} * 66vh / ${ratio}))`
    : `min(${zoom * 100}%, calc(${zoom} * 66vh * ${ratio}))`;
  const inner = sideways ? { width: `${ratio * 100}%`, rotate: `${turn}deg` } : { width: '100%', rotate: `${turn}deg` };

  return (
    <>
      <div
        ref={stage}
        className={styles.stage}
        tabIndex={0}
        role="group"
        aria-label={name}
        data-zoomed={zoom > 1 ? '' : undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onPointerLeave={up}
        onWheel={(event) => event.ctrlKey && step(event.deltaY < 0 ? 1 : -1)}
      >
        {url ? (
          <div
            className={styles.turn}
            style={natural ? { width, aspectRatio: String(sideways ? 1 / ratio : ratio) } : { width: '100%' }}
          >
            <img
              src={url}
              alt={name}
              draggable={false}
              className={natural ? undefined : styles.picture}
              style={natural ? inner : { opacity: 0 }}
              onError={onBroken}
              onLoad={(event) =>
                setNatural({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
              }
            />
          </div>
        ) : null}
      </div>
      <div className={styles.bar}>
        <IconAction icon="zoomOut" name="Zoom out" disabled={zoom <= 1} onClick={() => step(-1)} />
        <span className={styles.count}>{Math.round(zoom * 100)} %</span>
        <IconAction icon="zoomIn" name="Zoom in" disabled={zoom >= 4} onClick={() => step(1)} />
        <IconAction icon="rotate" name="Rotate" onClick={() => setTurn((turn + 90) % 360)} />
      </div>
    </>
  );
}
