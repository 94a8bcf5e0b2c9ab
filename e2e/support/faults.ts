import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Scheme = 'light' | 'dark';
type Violations = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;

/** What depends on colours, and takes most of the time. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The faults of accessibility in both schemes, as lines. Leaves the page in the dark one. */
export async function faultsOf(page: Page, show: (scheme: Scheme) => Promise<void>): Promise<string[]> {
  await show('light');
  // Only what is wrong is taken out of the page, and in one piece: all the rest takes longer than looking.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const all = await axe.disableRules(COLOURS).analyze();
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
 * The faults of colours, by the inspector that is in the page already. Of neighbours that differ in their words alone
 * (the rows of a list) two are looked at: one is odd, one is even.
 */
const coloursOf = (page: Page): Promise<Violations> =>
  page.evaluate(async (rules) => {
    const LEAST = 4;
    const WORDS = /^(?:id|href|src|alt|title|for|name|value|datetime|aria-(?:label|labelledby|describedby|controls))$/;
    const likeness = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.nodeValue?.trim() ? 't' : '';
      if (!(node instanceof Element)) return '';
      const marks = [...node.attributes].filter(({ name }) => !WORDS.test(name)).map(({ name, value }) => name + value);
      return `<${node.tagName} ${marks.join(' ')}>${[...node.childNodes].map(likeness).join('')}</>`;
    };
    const alike: Element[] = [];
    const look = (element: Element): void => {
      const children = [...element.children];
      const seen = new Set<string>();
      for (const [at, child] of children.entries()) {
        const edge = at === 0 || at === children.length - 1 ? at : at % 2 === 0 ? 'even' : 'odd';
        const like = children.length < LEAST ? null : `${edge} ${likeness(child)}`;
        if (like !== null && seen.has(like)) alike.push(child);
        else look(child);
        if (like !== null) seen.add(like);
      }
    };
    look(document.body);
    const { axe } = window as unknown as {
      axe: { run: (context: object, options: object) => Promise<Violations> };
    };
    const options = { runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] };
    const { violations } = await axe.run({ include: [document], exclude: alike }, options);
    return { violations };
  }, COLOURS);
