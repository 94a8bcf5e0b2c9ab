import type { Entry } from '#outbox/entry.ts';

export interface Sparing {
  tell: (entries: readonly Entry[]) => void;
  stop: () => void;
}

/** So often the screen is told that entries have moved on: often enough to the eye, and every telling draws. */
const EVERY_MS = 120;

/**
 * Tells at once of entries that came or went; of those that only moved on, not more often than the eye follows, and
 * always of the last state.
 */
export function sparingly(show: (entries: readonly Entry[]) => void): Sparing {
  let told: readonly Entry[] = [];
  let at = -Infinity;
  let next: readonly Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    told = next;
    at = performance.now();
    show(told);
  };
  return {
    tell: (entries) => {
      next = entries;
      const same = entries.length === told.length && entries.every(({ id }, n) => id === told[n]?.id);
      const rest = at + EVERY_MS - performance.now();
      if (!same || rest <= 0) tell();
      else timer ??= setTimeout(tell, rest);
    },
    stop: () => clearTimeout(timer),
  };
}
