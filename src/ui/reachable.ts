const REACHED =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), ' +
  'textarea:not(:disabled), [tabindex="0"]';

/**
 * A ref for what scrolls: while nothing in it is there for the keyboard to go to it takes the focus itself, so that the
 * arrow keys scroll it. A ref and no effect, since a dialog's content is there only after the dialog's own effects have
 * run.
 */
export function reachable(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
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
  // Its contents may come, go, or be disabled while it is open.
  const content = new MutationObserver(follow);
  content.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  follow();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
