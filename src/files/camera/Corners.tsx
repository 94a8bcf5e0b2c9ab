import { useId, useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import styles from './Camera.module.css';
import { CORNERS, withCorner, type Point, type Quad } from './quad.ts';

/** Parts of the picture that an arrow key moves a corner, alone and with Shift. */
const STEP = 0.005;
const LEAP = 0.05;

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** Four corners over a photo, moved by a finger, a mouse or the arrow keys (DOC-19). */
export function Corners({ quad, onChange }: { quad: Quad; onChange: (next: Quad) => void }): ReactElement {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  /** From where a corner was touched to the corner itself: the finger need not cover it. */
  const held = useRef<Point | null>(null);

  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = sheet.current?.getBoundingClientRect();
    return box ? { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height } : { x: 0, y: 0 };
  };
  const take = (event: PointerEvent<HTMLElement>, { x, y }: Point): void => {
    const at = placeOf(event);
    held.current = { x: x - at.x, y: y - at.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent, corner: number): void => {
    if (!held.current) return;
    const at = placeOf(event);
    onChange(withCorner(quad, corner, { x: at.x + held.current.x, y: at.y + held.current.y }));
  };
  const drop = (): void => {
    held.current = null;
  };
  const press = (event: KeyboardEvent, corner: number, { x, y }: Point): void => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const by = event.shiftKey ? LEAP : STEP;
    onChange(withCorner(quad, corner, { x: x + way.x * by, y: y + way.y * by }));
  };

  const outline = quad.map(({ x, y }) => `${x * 100} ${y * 100}`).join('L');
  return (
    <div ref={sheet} role="group" aria-label="Corners of the bill" className={styles.corners}>
      <svg className={styles.outline} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.outside} fillRule="evenodd" d={`M0 0H100V100H0ZM${outline}Z`} />
        <path className={styles.edge} vectorEffect="non-scaling-stroke" d={`M${outline}Z`} />
      </svg>
      {quad.map((point, corner) => (
        <button
          key={CORNERS[corner]}
          type="button"
          className={styles.corner}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          aria-label={`${CORNERS[corner]} corner: ${percent(point.x)} across, ${percent(point.y)} down`}
          aria-describedby={id}
          onPointerDown={(event) => take(event, point)}
          onPointerMove={(event) => drag(event, corner)}
          onPointerUp={drop}
          onPointerCancel={drop}
          onKeyDown={(event) => press(event, corner, point)}
        />
      ))}
      <p id={id} hidden>
        Arrow keys move it.
      </p>
    </div>
  );
}
