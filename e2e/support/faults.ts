import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

type Scheme = 'light' | 'dark';

/** The inspector itself, as a script for the page. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What depends on colours, and takes most of the time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** What is left out: it has been looked at elsewhere, or something like it is. */
const SEEN = 'data-seen';

/** The faults of accessibility in both schemes, as lines. Leaves the page in the dark one. */
export async function faultsOf(page: Page, show: (scheme: Scheme) => Promise<void>): Promise<string[]> {
  await show('light');
  await markSeen(page);
  await page.evaluate(AXE);
  const light = await inspect(page, {});
  // The other scheme is the same page in other colours.
  await show('dark');
  return [
    ...light,
    ...(await inspect(page, { runOnly: { type: 'rule', values: COLOURS } })).map((line) => `dark, ${line}`),
  ];
}

const lineOf = ({ id, nodes }: Pick<axeCore.Result, 'id' | 'nodes'>): string =>
  `${id}: ` + nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join('; ');

/**
 * Marks what need not be looked at: the page behind a dialog, which is a screen of its own, and of neighbours that
 * differ in their words alone (the rows of a list) all but two: one is odd, one is even.
 */
const markSeen = (page: Page): Promise<void> =>
  page.evaluate((seen) => {
    const LEAST = 4;
    const WORDS = ['id', 'href', 'src', 'alt', 'title', 'for', 'name', 'value', 'placeholder', 'datetime', 'data-key'];
    const SPOKEN = /^aria-(?:label|labelledby|description|describedby|controls)$/;
    const areWords = (name: string): boolean => WORDS.includes(name) || SPOKEN.test(name);
    const markOf = ({ name, value }: Attr): string => name + (areWords(name) ? value === '' : value);
    const likeness = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.nodeValue?.trim() ? 't' : '';
      if (!(node instanceof Element)) return '';
      const marks = [...node.attributes].map(markOf);
      return `<${node.tagName} ${marks.join(' ')}>${[...node.childNodes].map(likeness).join('')}</>`;
    };
    const look = (element: Element): void => {
      const children = [...element.children];
      const known = new Set<string>();
      for (const [at, child] of children.entries()) {
        const edge = at === 0 || at === children.length - 1 ? at : at % 2 === 0 ? 'even' : 'odd';
        const like = children.length < LEAST ? null : `${edge} ${likeness(child)}`;
        if (like !== null && known.has(like)) child.setAttribute(seen, '');
        else look(child);
        if (like !== null) known.add(like);
      }
    };
    const root = document.querySelector('#root');
    if (document.querySelector('[role="dialog"][aria-modal]')) root?.setAttribute(seen, '');
    else if (root) look(root);
  }, SEEN);

/** The faults that the inspector finds now, as lines: only what is wrong is taken out of the page. */
async function inspect(page: Page, options: axeCore.RunOptions): Promise<string[]> {
  const faults = await page.evaluate(
    async ({ seen, more }) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const context = { include: [document], exclude: [`[${seen}]`] };
      const { violations } = await axe.run(context, { ...more, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({ id, nodes }));
    },
    { seen: SEEN, more: options },
  );
  return faults.map(lineOf);
}
