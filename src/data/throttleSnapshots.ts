import type { Entry } from '#outbox/entry.ts';

export interface ThrottledSnapshots {
  push: (entries: readonly Entry[]) => void;
  stop: () => void;
}

/** So often the screen is told that entries have moved on: often enough to the eye, and every telling draws. */
const INTERVAL_MS = 120;

/**
 * Tells at once of entries that came or went; of those that only moved on, not more often than the eye follows, and
 * always of the last state.
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
