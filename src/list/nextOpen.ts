import type { Item } from './items.ts';

/**
 * What comes up after a decision: the next of the queue that is still to be decided, then those before it; undefined
 * when there is none.
 */
export function nextOpen<Row>(
  items: readonly Item<Row>[],
  decided: Item<Row>['key'],
  isOpen: (item: Item<Row>) => boolean,
): Item<Row> | undefined {
  const at = items.findIndex(({ key }) => key === decided);
  return [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].find(
    (item) => item.real && !item.entry && item.refusal === undefined && isOpen(item),
  );
}
