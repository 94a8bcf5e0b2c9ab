import { useEffect, useRef } from 'react';
import { isPlain, isTypedInto } from '../table/keys.ts';

export interface DeckKeys {
  approve: () => void;
  reject: () => void;
  skip: () => void;
  back: (() => void) | null;
  undo: () => void;
}

/** What the keyboard does in the deck: each key has a button that does the same. */
export const DECK_KEYS: readonly (readonly [key: string, does: string])[] = [
  ['A', 'approve'],
  ['R', 'reject'],
  ['J', 'skip'],
  ['K', 'back'],
  ['U', 'undo'],
];

/** Keys wherever the focus is, but for fields and dialogs. A key that is held down is pressed once. */
export function useDeckKeys(keys: DeckKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.repeat || !isPlain(event) || isTypedInto(event.target) || document.querySelector('[role="dialog"]'))
        return;
      const { approve, reject, skip, back, undo } = latest.current;
      const act = ({ a: approve, r: reject, j: skip, k: back, u: undo } as Record<string, (() => void) | null>)[
        event.key.toLowerCase()
      ];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
