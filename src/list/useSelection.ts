import { useCallback, useMemo, useState } from 'react';

export interface Selection<Row = unknown> {
  has: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  all: (on: boolean) => void;
  clear: () => void;
  /** Selected and still there to be selected, in the list's order. */
  chosen: readonly string[];
  /** Everything that the filters select, where that was asked for; any other choice takes it back (MGR-32). */
  whole: readonly Row[] | null;
  setWhole: (rows: readonly Row[]) => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * What is chosen of a list, which says what it is a list of: with another page or other filters nothing is, and nothing
 * comes back (MGR-16). What can no longer be chosen is no longer chosen.
 */
export function useSelection<Row>(selectable: readonly string[], list: string): Selection<Row> {
  const [ids, setIds] = useState(NONE);
  const [whole, setWhole] = useState<readonly Row[] | null>(null);
  const [of, setOf] = useState(list);
  if (of !== list) {
    setOf(list);
    setIds(NONE);
    setWhole(null);
  }
  const chosen = useMemo(() => selectable.filter((id) => ids.has(id)), [selectable, ids]);
  const shown = useMemo(() => new Set(chosen), [chosen]);
  const set = useCallback((id: string, on: boolean): void => {
    setWhole(null);
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
    all: useCallback(
      (on) => {
        setWhole(null);
        setIds(new Set(on ? selectable : []));
      },
      [selectable],
    ),
    clear: useCallback(() => {
      setWhole(null);
      setIds(NONE);
    }, []),
    chosen,
    whole: chosen.length > 0 ? whole : null,
    setWhole,
  };
}
