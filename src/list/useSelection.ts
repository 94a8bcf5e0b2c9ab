import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  has: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  all: (on: boolean) => void;
  clear: () => void;
  /** Selected and still there to be selected, in the list's order. */
  chosen: readonly string[];
}

/** The chosen cards. What can no longer be chosen is no longer chosen. */
export function useSelection(selectable: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
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
    has: (id) => shown.has(id),
    set,
    all: (on) => setIds(new Set(on ? selectable : [])),
    clear: useCallback(() => setIds(new Set()), []),
    chosen,
  };
}
