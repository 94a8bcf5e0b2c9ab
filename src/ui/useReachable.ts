import { useEffect, type RefObject } from 'react';

const REACHED = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** What scrolls and has nothing in it for the keyboard to go to takes the focus itself, so that the arrow keys scroll it. */
export function useReachable(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = (): void => {
      if (element.scrollHeight > element.clientHeight && !element.querySelector(REACHED)) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(look);
    const follow = (): void => {
      sizes.disconnect();
      sizes.observe(element);
      for (const child of element.children) sizes.observe(child);
      look();
    };
    // What stands in it may come, go, or be disabled while it is open.
    const content = new MutationObserver(follow);
    content.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    follow();
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  });
}
