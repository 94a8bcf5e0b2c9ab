import { useDeferredValue, useMemo } from 'react';

/**
 * The rows that a list shows while its page is turned: those of the page before until the next is drawn, a little at a
 * time. All of it within the tap would keep a finger on a slow phone waiting for half a second. What changes on the
 * page itself, such as a claim that was saved, is shown at once; so is a page that is longer than the one before, since
 * whoever goes back to it returns to a place further down.
 * @param page says which page `items` are of
 * @param whose list they are, and who looks at it: nobody sees another person's rows meanwhile (ID-1)
 */
export function useTurnedPage<T>(items: readonly T[], page: string, whose: string): readonly T[] {
  const next = useMemo(() => ({ page, whose, items }), [page, whose, items]);
  const drawn = useDeferredValue(next);
  const keeps = drawn.page !== page && drawn.whose === whose && drawn.items.length >= items.length;
  return keeps ? drawn.items : items;
}
