import { LEFT_OUT } from '#start/tree.ts';

/** `.card::before` styles a card. */
const PSEUDO_ELEMENT = /::[\w-]+(?:\([^)]*\))?/g;

function styles(page: Document, selector: string): boolean {
  try {
    return [...page.querySelectorAll(selector.replace(PSEUDO_ELEMENT, ''))].some((each) => !each.closest(LEFT_OUT));
  } catch {
    // A selector that is nothing without its pseudo-element: it may style anything.
    return true;
  }
}

const hasRuleFor = (page: Document, rules: CSSRuleList): boolean =>
  [...rules].some((rule) =>
    'selectorText' in rule
      ? styles(page, (rule as CSSStyleRule).selectorText)
      : 'cssRules' in rule && hasRuleFor(page, (rule as CSSGroupingRule).cssRules),
  );

/** Whether something that a picture of the page shows (tree.ts) is styled by `sheet`; one that is not there yet may. */
export const isInUse = (sheet: CSSStyleSheet | null, page: Document): boolean =>
  sheet === null || hasRuleFor(page, sheet.cssRules);

/**
 * The page's style sheets that its picture needs, by their paths: the bundler's loader writes whole addresses. A start
 * waits for each of them, and those of dialogs and forms have come by the time a picture is taken.
 */
export const sheetsInUse = (page: Document): string[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    .filter(({ sheet }) => isInUse(sheet, page))
    .map(({ href }) => new URL(href).pathname);
