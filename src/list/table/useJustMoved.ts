import { useCallback, useLayoutEffect, useRef } from 'react';
import { isDoubleTap } from '../decision/doubleTap.ts';

/**
 * Whether rows have just moved up because one has left: what is pressed now was meant for the row that stood there, and
 * the second half of a double click comes upon the next one.
 */
export function useJustMoved(keys: readonly string[]): () => boolean {
  const before = useRef(keys);
  const movedAt = useRef(0);
  useLayoutEffect(() => {
    const left = before.current !== keys && !before.current.every((key) => keys.includes(key));
    if (left) movedAt.current = performance.now();
    before.current = keys;
  }, [keys]);
  return useCallback(() => isDoubleTap(movedAt.current), []);
}
