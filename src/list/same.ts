import { useState } from 'react';
import type { Item } from './items.ts';

type Details = Readonly<Record<string, unknown>>;
const sameValues = (before: Details, now: Details, aside?: string): boolean =>
  Object.keys({ ...before, ...now }).every((key) => key === aside || Object.is(before[key], now[key]));
const sameItem = <Row>(before: Item<Row>, now: Item<Row>): boolean =>
  before === now || sameValues({ ...before }, { ...now });

/**
 * Whether one row or card has nothing new to show: items are rebuilt whenever anything is queued or sent, and mostly
 * equal the previous ones.
 */
export const sameProps = <Row>(before: { item: Item<Row> }, now: { item: Item<Row> }): boolean =>
  sameValues({ ...before }, { ...now }, 'item') && sameItem(before.item, now.item);

/** The items of before, while each of them is what it was. */
export function useSameItems<Row>(items: readonly Item<Row>[]): readonly Item<Row>[] {
  const [kept, setKept] = useState(items);
  if (kept === items) return items;
  if (kept.length === items.length && kept.every((item, at) => sameItem(item, items[at] as Item<Row>))) return kept;
  setKept(items);
  return items;
}
