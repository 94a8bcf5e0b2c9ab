import { useState } from 'react';

/** Which record of a queue is shown. */
export interface Deck {
  /** Undefined: none is left but what was skipped. */
  current: string | undefined;
  /** How many are open, and how many of them were skipped. */
  open: number;
  skipped: number;
  /** When the current one came up by itself, by `performance.now()`; 0: it was there. */
  arrivedAt: number;
  /** After a decision: the next. */
  advance: () => void;
  /** Later. */
  skip: () => void;
  /** To the one that was skipped last; null: none was. */
  back: (() => void) | null;
  /** Those that were skipped, once more. */
  again: () => void;
  show: (id: string) => void;
}

/**
 * One record after the other. `ids`: of all that can be decided, in their order. What changes in the queue meanwhile
 * changes nothing under the finger: the current one stays until it is decided, here or elsewhere.
 */
export function useDeck(ids: readonly string[]): Deck {
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<string>();
  const [arrivedAt, setArrivedAt] = useState(0);
  const later = skipped.filter((id) => ids.includes(id));
  const open = ids.filter((id) => !later.includes(id));
  const current = shown !== undefined && open.includes(shown) ? shown : open[0];
  if (current !== shown) {
    setShown(current);
    // The one before was decided elsewhere: a finger on its way is not about this one.
    if (shown !== undefined) setArrivedAt(() => performance.now());
  }
  const go = (id: string | undefined): void => {
    setShown(id);
    setArrivedAt(performance.now());
  };
  const next = (): string | undefined => {
    const at = open.indexOf(current ?? '');
    return open[at + 1] ?? open.find((id) => id !== current);
  };
  const last = later.at(-1);
  return {
    current,
    open: ids.length,
    skipped: later.length,
    arrivedAt,
    advance: () => go(next()),
    skip: () => {
      if (current === undefined) return;
      setSkipped([...later, current]);
      go(next());
    },
    back:
      last === undefined
        ? null
        : () => {
            setSkipped(later.slice(0, -1));
            go(last);
          },
    again: () => {
      setSkipped([]);
      go(ids[0]);
    },
    show: (id) => {
      setSkipped(later.filter((other) => other !== id));
      go(id);
    },
  };
}
