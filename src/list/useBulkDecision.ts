import { useCallback, useMemo, useState } from 'react';
import type { Filters } from '#contract/query.ts';
import type { ListAnswer } from '#data/query.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';
import type { ListDef, CurrentUser } from './definition.ts';
import type { Item } from './items.ts';
import { isOf } from './owner.ts';
import { useSelection } from './useSelection.ts';

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
  const leaves = (row: Row, approve: boolean): boolean =>
    decision !== undefined &&
    !def.matches(filters, decision.after(row, approve, viewer.name), { timeZone: viewer.timeZone });
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
  return { canSelect, selectable, selection, all, more, canTake, bulk, askBulk, setBulk, bulkRows };
}
