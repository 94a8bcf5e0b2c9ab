import type { Entry } from '#outbox/entry.ts';

export interface ThrottledSnapshots {
  push: (entries: readonly Entry[]) => void;
  stop: () => void;
}

/** Minimum time between two updates of the screen: every update renders. */
const INTERVAL_MS = 120;

/**
 * Passes on added and removed entries at once; changes of state alone are throttled, and the last state is
 * always passed on.
 */
export function throttleSnapshots(show: (entries: readonly Entry[]) => void): ThrottledSnapshots {
  let shown: readonly Entry[] = [];
  let at = -Infinity;
  let next: readonly Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    shown = next;
    at = performance.now();
    show(shown);
  };
  return {
    push: (entries) => {
      next = entries;
      const same = entries.length === shown.length && entries.every(({ id }, n) => id === shown[n]?.id);
      const rest = at + INTERVAL_MS - performance.now();
      if (!same || rest <= 0) flush();
      else timer ??= setTimeout(flush, rest);
    },
    stop: () => clearTimeout(timer),
  };
}
