import { useCallback, useSyncExternalStore } from 'react';

const until = (moment: number): number => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Whole seconds until a moment, counted down to 0. */
export function useSecondsUntil(moment: number): number {
  const subscribe = useCallback(
    (onTick: () => void): (() => void) => {
      const timer = setInterval(() => {
        onTick();
        if (until(moment) === 0) clearInterval(timer);
      }, 250);
      return () => clearInterval(timer);
    },
    [moment],
  );
  return useSyncExternalStore(subscribe, () => until(moment));
}
