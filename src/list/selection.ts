import { useCallback, useMemo, useState } from 'react';
import type { Filters } from '#contract/query.ts';
import type { ListAnswer } from '#data/query.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import type { CurrentUser, ListDef } from './definition.ts';
import type { Item } from './items.ts';
import { isOf } from './owner.ts';

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

interface Given<Row> {
  def: ListDef<Row>;
  items: readonly Item<Row>[];
  entries: readonly Entry[];
  filters: Filters;
  viewer: CurrentUser;
  readOnly: boolean;
  answer: ListAnswer<Row> | undefined;
  /** What the list is of: page, filters, order and size. */
  asked: string;
}

/** Which rows of a list can be decided, which of them are selected, and the question about all of those. */
export function useBulkDecision<Row>({ def, items, entries, filters, viewer, readOnly, answer, asked }: Given<Row>) {
  // In somebody's place one may come upon one's own request: that one is not for oneself to decide (ACC-6).
  const canDecide = useCallback(
    (row: Row) => !readOnly && isOf(row, viewer.email) !== true && def.decision?.can(row, viewer.email).ok === true,
    [def, readOnly, viewer.email],
  );
  const canSelect = useCallback((item: Item<Row>) => item.real && !item.entry && canDecide(item.row), [canDecide]);
  const selectable = useMemo(
    () => items.filter(canSelect).map((item) => def.kind.idOf(item.row)),
    [items, canSelect, def],
  );
  const selection = useSelection<Row>(selectable, asked);
  const { decision } = def;
  const all = selectable.length > 0 && selection.chosen.length === selectable.length;
  // Where the filters select pending ones alone, the rest of them is offered (MGR-32).
  const leaves = useCallback(
    (row: Row, approve: boolean): boolean =>
      decision !== undefined &&
      !def.matches(filters, decision.after(row, approve, viewer.name), { timeZone: viewer.timeZone }),
    [def, decision, filters, viewer],
  );
  const more =
    all &&
    !def.columns &&
    answer !== undefined &&
    answer.total > answer.rows.length &&
    items.every((item) => !canSelect(item) || (leaves(item.row, true) && leaves(item.row, false)));
  const canTake = useCallback(
    (row: Row) =>
      canDecide(row) &&
      !entries.some(
        (entry) => entry.state !== 'done' && (entry.record.ids ?? [entry.record.id]).includes(def.kind.idOf(row)),
      ),
    [canDecide, entries, def],
  );
  const [bulk, setBulk] = useState<boolean | null>(null);
  const askBulk = (approve: boolean): void => {
    if (selection.chosen.length === 0) toast.hint(def.decision?.bulk.nothing(approve) ?? '');
    else setBulk(approve);
  };
  /** What the question is about. */
  const bulkRows = (): readonly Row[] =>
    selection.whole ??
    items.filter((item) => selection.chosen.includes(def.kind.idOf(item.row))).map((item) => item.row);
  return { canSelect, leaves, selectable, selection, all, more, canTake, bulk, askBulk, setBulk, bulkRows };
}
