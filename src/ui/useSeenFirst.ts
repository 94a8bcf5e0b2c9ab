import { startTransition, useEffect, useState } from 'react';

/** More than a phone or a laptop shows at once. */
const FIRST = 6;
let opening = true;

/**
 * True for the first list of a page that was just opened. One that was reloaded or come back to has a place to scroll
 * to, and needs its whole height at once.
 */
function isOpening(): boolean {
  const [entry] =
    opening && typeof performance.getEntriesByType === 'function' ? performance.getEntriesByType('navigation') : [];
  opening = false;
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

/** Of a list the items that are seen come first; those below the edge follow as soon as these are on the screen. */
export function useSeenFirst<T>(items: readonly T[]): readonly T[] {
  const [whole, setWhole] = useState(() => !isOpening());
  useEffect(() => startTransition(() => setWhole(true)), []);
  return whole ? items : items.slice(0, FIRST);
}
