import { useCallback, useEffect, useRef, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * Shows `next(value)` at once, and runs `follow`, which makes it the value, after the frame that shows it; without
 * `follow` its caller does that. True where what it takes the place of has not been followed, nor will be.
 */
type Lead<T> = (next: (value: T) => T, follow?: () => void) => boolean;

interface Step<T> {
  to: T;
  /** The value whose change it was followed by: with the next value it is over. */
  from: T;
  /** It has not been followed: whatever the value becomes meanwhile was asked for before it. */
  pending: boolean;
}

/**
 * A value that is slow to change, as what the address says is, shown ahead of its change: a tap is answered in its own
 * frame, and the change follows `behind` it. Who has left meanwhile is not followed; `drop` calls off what has not been
 * followed yet, where the value is about to become another one.
 */
export function useAhead<T>(value: T, behind = afterPaint): [shown: T, lead: Lead<T>, drop: () => void] {
  const [step, setStep] = useState<Step<T>>();
  const over = step !== undefined && !step.pending && step.from !== value;
  if (over) setStep(undefined);
  const now = useRef(value);
  const callOff = useRef<() => void>(undefined);
  useEffect(() => {
    now.current = value;
  }, [value]);
  useEffect(() => () => callOff.current?.(), []);
  const lead = useCallback<Lead<T>>(
    (next, follow) => {
      const before = callOff.current;
      before?.();
      const made: Step<T> = { to: next(now.current), from: now.current, pending: follow !== undefined };
      setStep(made);
      callOff.current =
        follow &&
        behind(() => {
          callOff.current = undefined;
          made.pending = false;
          made.from = now.current;
          follow();
        });
      return before !== undefined;
    },
    [behind],
  );
  const drop = useCallback(() => {
    if (callOff.current === undefined) return;
    callOff.current();
    callOff.current = undefined;
    setStep(undefined);
  }, []);
  return [step === undefined || over ? value : step.to, lead, drop];
}
