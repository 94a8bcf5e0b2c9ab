import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';
import { openedAnew } from './openedAnew.ts';

/** More than a phone or a laptop shows at once. */
const FIRST = 6;
/** As many as a slow phone lays out within 50 ms. */
const STEP = 3;
/** A page of a list; what is longer would take too many frames, and has the rest at once. */
const PAGE = 25;
/** Until the first list of the page stands there; React may begin to draw that more than once. */
let opening = true;

/**
 * Of a list the items that are seen come first; those below the edge follow as soon as these are on the screen, a few
 * with each frame: all of them at once keep a finger waiting. A page that was loaded again or gone back to has a place
 * to scroll to, and its list its whole height at once.
 */
export function useSeenFirst<T>(items: readonly T[]): readonly T[] {
  const [count, setCount] = useState(() => (opening && openedAnew() ? FIRST : Infinity));
  useEffect(() => void (opening = false), []);
  const next = count + STEP < Math.min(items.length, PAGE) ? count + STEP : Infinity;
  useEffect(
    () => (count === Infinity ? undefined : afterPaint(() => startTransition(() => setCount(next)))),
    [count, next],
  );
  return count >= items.length ? items : items.slice(0, count);
}
