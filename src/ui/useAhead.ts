import { useCallback, useEffect, useRef, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * Shows `next(value)` at once, and runs `follow`, which makes it the value, after the frame that shows it; without
 * `follow` its caller does that. True where what it takes the place of has not been followed, nor will be.
 */
type Lead<T> = (next: (value: T) => T, follow?: () => void) => boolean;

/**
 * A value that is slow to change, as what the address says is, shown ahead of its change: a tap is answered in its own
 * frame. Whoever has left meanwhile, or been led elsewhere, is not followed.
 */
export function useAhead<T>(value: T): [shown: T, lead: Lead<T>] {
  const [ahead, setAhead] = useState<{ at: T; to: T }>();
  if (ahead && ahead.at !== value) setAhead(undefined);
  const now = useRef(value);
  const callOff = useRef<() => void>(undefined);
  useEffect(() => {
    now.current = value;
    return () => {
      callOff.current?.();
      callOff.current = undefined;
    };
  }, [value]);
  const lead = useCallback<Lead<T>>((next, follow) => {
    const before = callOff.current;
    before?.();
    setAhead({ at: now.current, to: next(now.current) });
    callOff.current =
      follow &&
      afterPaint(() => {
        callOff.current = undefined;
        follow();
      });
    return before !== undefined;
  }, []);
  return [ahead && ahead.at === value ? ahead.to : value, lead];
}
