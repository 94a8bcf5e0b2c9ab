import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isTypedInto } from './keys.ts';

/** The rows of a table as they stand in the page. */

const ROWS = 'tr[data-key]';

export const rowsOf = (table: HTMLElement): HTMLElement[] => [...table.querySelectorAll<HTMLElement>(ROWS)];

/** Puts the keyboard on a row and brings it into sight, but moves no column. */
export function focusRow(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Puts the keyboard into a field of a row; typing replaces its content. */
export function focusField(row: HTMLElement | null | undefined, name: string | null): boolean {
  const field = name === null ? null : row?.querySelector<HTMLInputElement>(`input[data-field="${name}"]`);
  if (!field) return false;
  field.focus();
  field.select();
  return true;
}

export interface RowFocus {
  /** The row that the keyboard's way goes through. */
  active: string | undefined;
  setActive: (key: string) => void;
  /** Moves by a number of rows, or to the first or last. */
  move: (step: number | 'first' | 'last') => void;
  /** From a row that is about to leave to the one after it, where the keyboard is in the table. */
  pass: (key: string) => void;
  /** The next rows that come are another page: it begins at its first row. */
  toTop: () => void;
  /** Whether the keyboard has come to this row because its row left by itself; true once at most. */
  cameUp: (key: string) => boolean;
}

interface Place {
  active: string | undefined;
  /** The rows among which it stood, and where. */
  keys: readonly string[];
  place: number;
  /** The next rows are another page. */
  turned?: boolean;
}

/** The row that follows one that has left: the first behind it that is still there, else what stands in its place. */
function following({ keys, place, turned }: Place, now: readonly string[]): string | undefined {
  if (turned) return now[0];
  const there = new Set(now);
  return keys.slice(place + 1).find((key) => there.has(key)) ?? now[Math.min(place, now.length - 1)];
}

/**
 * One row of a table is in the keyboard's reach; the arrows move it. When that row leaves, the one that took its place
 * follows, so that keyboard users keep their place in the list. Who was typing into it types on: that goes nowhere, and
 * is no command to the next row (FIN-15).
 */
export function useRowFocus(table: RefObject<HTMLElement | null>, keys: readonly string[]): RowFocus {
  const [chosen, setChosen] = useState<string | undefined>(keys[0]);
  const [last, setLast] = useState<Place>({ active: chosen, keys, place: 0 });
  /** The keyboard was in the table when last seen, and in a field of it. */
  const inside = useRef(false);
  const typing = useRef(false);
  /** The row that the keyboard came to by itself, and whether it turned the page. */
  const unasked = useRef<string>(undefined);
  const turned = useRef(false);
  const setActive = useCallback((key: string): void => {
    unasked.current = undefined;
    setChosen(key);
  }, []);
  const before = useRef(chosen);
  const at = chosen === undefined ? -1 : keys.indexOf(chosen);
  const active = at >= 0 ? chosen : following(last, keys);
  if (active !== chosen) setChosen(active);
  if (last.active !== active || last.keys !== keys)
    setLast({ active, keys, place: active === undefined ? last.place : keys.indexOf(active) });

  useLayoutEffect(() => {
    const left = before.current === undefined || !keys.includes(before.current);
    before.current = active;
    // The row took the focus with it; focus elsewhere is kept.
    if (
      left &&
      inside.current &&
      active !== undefined &&
      !typing.current &&
      (document.activeElement === null || document.activeElement === document.body)
    ) {
      focusRow(rowsOf(table.current as HTMLElement)[keys.indexOf(active)]);
      if (!turned.current) unasked.current = active;
    }
    if (left) turned.current = false;
  }, [active, keys, table]);

  useEffect(() => {
    const look = (event: FocusEvent): void => {
      inside.current = table.current?.contains(event.target as Node) === true;
      typing.current = isTypedInto(event.target);
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [table]);

  return {
    active,
    setActive,
    move: (step) => {
      const from = active === undefined ? -1 : keys.indexOf(active);
      const to =
        step === 'first' ? 0 : step === 'last' ? keys.length - 1 : Math.max(0, Math.min(keys.length - 1, from + step));
      if (table.current) focusRow(rowsOf(table.current)[to]);
    },
    pass: (key) => {
      const at = keys.indexOf(key);
      if (at < 0 || !table.current?.contains(document.activeElement)) return;
      const rows = rowsOf(table.current);
      focusRow(rows[at + 1] ?? rows[at - 1]);
    },
    toTop: () => {
      turned.current = true;
      setLast({ active, keys, place: 0, turned: true });
    },
    cameUp: useCallback((key) => {
      const came = unasked.current === key;
      unasked.current = undefined;
      return came;
    }, []),
  };
}
