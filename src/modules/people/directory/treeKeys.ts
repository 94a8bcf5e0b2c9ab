import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';

/** Keys of a tree (WAI-ARIA): read from what is drawn, so that 20,000 items cost no state. */

const ITEM = '[role="treeitem"]';
const itemsOf = (tree: HTMLElement): HTMLElement[] => [...tree.querySelectorAll<HTMLElement>(ITEM)];
const itemOf = (target: EventTarget): HTMLElement | null => (target as Element).closest<HTMLElement>(ITEM);

/** Opens, closes, or does what the item says. */
const press = (item: HTMLElement): void => item.querySelector<HTMLElement>(':scope > [data-row]')?.click();

/** One item of the tree is reached by Tab: the one that had the focus last. */
export function keepOneStop(event: FocusEvent<HTMLElement>): void {
  const item = itemOf(event.target);
  if (!item) return;
  for (const other of event.currentTarget.querySelectorAll<HTMLElement>(`${ITEM}[tabindex="0"]`)) other.tabIndex = -1;
  item.tabIndex = 0;
}

const linkOf = (item: HTMLElement): HTMLElement | null => item.querySelector(':scope > [data-row] > a');

/** A press on a row leaves the keyboard there; what goes when it is pressed ('Show more'), on the item before it. */
export function focusPressed(event: MouseEvent<HTMLElement>): void {
  const item = itemOf(event.target);
  if (!item || (event.target as Element).closest('a')) return;
  const items = itemsOf(event.currentTarget);
  (linkOf(item) ? item : items[items.indexOf(item) - 1])?.focus();
}

/** What the focus goes to for a key; null: nowhere. */
function targetOf(key: string, item: HTMLElement, items: readonly HTMLElement[]): HTMLElement | null {
  const at = items.indexOf(item);
  if (key === 'ArrowDown') return items[at + 1] ?? null;
  if (key === 'ArrowUp') return items[at - 1] ?? null;
  if (key === 'Home') return items[0] ?? null;
  if (key === 'End') return items.at(-1) ?? null;
  return null;
}

export function pressKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: tree, target } = event;
  const item = itemOf(target);
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const expanded = item.getAttribute('aria-expanded');
  const parent = item.parentElement?.closest<HTMLElement>(ITEM);
  const next = targetOf(key, item, itemsOf(tree));
  if (next) next.focus();
  else if (key === 'ArrowRight' && expanded === 'false') press(item);
  else if (key === 'ArrowRight' && expanded === 'true') item.querySelector<HTMLElement>(ITEM)?.focus();
  else if (key === 'ArrowLeft' && expanded === 'true') press(item);
  else if (key === 'ArrowLeft') parent?.focus();
  else if (key === 'Enter') {
    const link = linkOf(item);
    if (link) link.click();
    else press(item);
  } else if (key === ' ' && expanded !== null) press(item);
  else if (!['ArrowDown', 'ArrowUp', 'ArrowRight', 'Home', 'End', ' '].includes(key)) return;
  event.preventDefault();
}
