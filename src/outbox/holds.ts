import type { Entry } from './entry.ts';
import { HOLD_MS } from './state.ts';

/**
 * Holds of the instance that began them, by a clock that nobody sets: where the device's clock is set forward, what was
 * saved here a moment ago can still be taken back (OB-14). Other instances, and this one after a restart, know
 * `heldUntil` alone.
 */
export interface Holds {
  begin(id: string): void;
  /** The entries as `order.ts` judges them: those whose hold lasts, for what is left of it from `now` on. */
  applied(entries: readonly Entry[], now: number): readonly Entry[];
}

/** `elapsed`: milliseconds of that clock. */
export function createHolds(elapsed: () => number): Holds {
  const ends = new Map<string, number>();
  return {
    begin: (id) => void ends.set(id, elapsed() + HOLD_MS),
    applied(entries, now) {
      const at = elapsed();
      for (const [id, end] of ends) if (end <= at) ends.delete(id);
      if (ends.size === 0) return entries;
      return entries.map((entry) => {
        const end = ends.get(entry.id);
        return end === undefined || entry.heldUntil === undefined ? entry : { ...entry, heldUntil: now + end - at };
      });
    },
  };
}
