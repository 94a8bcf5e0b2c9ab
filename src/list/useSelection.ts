import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  has: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  all: (on: boolean) => void;
  clear: () => void;
  /** Selected and still there to be selected, in the list's order. */
  chosen: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/** What is chosen of a list, which says what it is a list of: with another page or other filters nothing is, and nothing comes back (MGR-16). What can no longer be chosen is no longer chosen. */
export function useSelection(selectable: readonly string[], list: string): Selection {
  const [ids, setIds] = useState(NONE);
  const [of, setOf] = useState(list);
  if (of !== list) {
    setOf(list);
    setIds(NONE);
  }
  const chosen = useMemo(() => selectable.filter((id) => ids.has(id)), [selectable, ids]);
  const shown = useMemo(() => new Set(chosen), [chosen]);
  const set = useCallback((id: string, on: boolean): void => {
    setIds((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return {
    has: useCallback((id) => shown.has(id), [shown]),
    set,
    all: useCallback((on) => setIds(new Set(on ? selectable : [])), [selectable]),
    clear: useCallback(() => setIds(NONE), []),
    chosen,
  };
}
