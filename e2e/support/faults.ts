import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Scheme = 'light' | 'dark';
type Violations = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;

/** What depends on colours, and takes most of the time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** What is left out: it has been looked at elsewhere, or something like it is. */
const SEEN = 'data-seen';

/** The faults of accessibility in both schemes, as lines. Leaves the page in the dark one. */
export async function faultsOf(page: Page, show: (scheme: Scheme) => Promise<void>): Promise<string[]> {
  await show('light');
  await markSeen(page);
  // Only what is wrong is taken out of the page, and in one piece: all the rest takes longer than looking.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const all = await axe.exclude(`[${SEEN}]`).disableRules(COLOURS).analyze();
  const light = await coloursOf(page);
  // The other scheme is the same page in other colours.
  await show('dark');
  return [...linesOf('', all), ...linesOf('light, ', light), ...linesOf('dark, ', await coloursOf(page))];
}

const linesOf = (where: string, { violations }: Violations): string[] =>
  violations.map(
    ({ id, nodes }) =>
      `${where}${id}: ` +
      nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join('; '),
  );

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

/** The faults of colours, by the inspector that is in the page already. */
const coloursOf = (page: Page): Promise<Violations> =>
  page.evaluate(
    async ({ rules, seen }) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<Violations> };
      };
      const options = { runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] };
      const { violations } = await axe.run({ include: [document], exclude: [`[${seen}]`] }, options);
      return { violations };
    },
    { rules: COLOURS, seen: SEEN },
  );
