import { checkSync } from 'recheck';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { named } from '#server/platform/readers/pdfWords.ts';
import { sources } from './support/sources.ts';

/**
 * S2: a regular expression that sees what others wrote takes time by its length alone. Every one of the server, the
 * rules and the contract is looked at by a checker that searches for a text on which it takes longer than that.
 */

/** These see no foreign text: whose, and how long it is. */
const OWN: Readonly<Record<string, string>> = {
  '/\\/+$/': 'a setting: an address of ours',
  '/[^\\s<>]+@[^\\s<>]+/': 'a setting: the sender of our mail',
  '/(\\d)(?=(\\d\\d)+\\d$)/g': 'an amount of the demo',
  '/\\B(?=(\\d{2})+$)/g': 'digits of a number, sixteen at the most',
};

/** Every regular expression that stands in the files as one, with the files. */
function literals(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach((one) => walk(one, path));
    const { type, regex } = node as { type?: unknown; regex?: { pattern: string; flags: string } };
    if (type === 'Literal' && regex) {
      const key = `/${regex.pattern}/${regex.flags}`;
      found.set(key, [...(found.get(key) ?? []), path]);
    }
    for (const [key, inside] of Object.entries(node)) if (key !== 'parent') walk(inside, path);
  };
  for (const { path, text } of [...sources(['server']), ...sources(['src/domain']), ...sources(['src/contract'])])
    walk(parseSync(path, text).program, path);
  return found;
}

/** Patterns put together while the code runs: all that `named` makes, as it makes them. */
const MADE = [
  named('JavaScript', 'Launch', 'XFA'),
  `${named('Type')}\\s{0,9}${named('Pages')}`,
  named('Filter'),
  `${named('Count')}\\s{0,9}(\\d{1,9})`,
];

/** The search ends by its own counts: cut short by the clock of a busy machine, it takes what is linear for slow. */
const UNTIMED = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

const isLinear = (pattern: string, flags: string): boolean => {
  const found = checkSync(pattern, flags, { timeout: 60_000, randomSeed: 1, ...UNTIMED });
  return found.status === 'safe' && (found.complexity.type === 'safe' || found.complexity.type === 'linear');
};

describe('S2 regular expressions over foreign text', () => {
  const all = literals();

  it('are found', () => {
    expect(all.size).toBeGreaterThan(100);
    for (const own of Object.keys(OWN)) expect([own, all.has(own)]).toEqual([own, true]);
    expect(isLinear('GPS\\w+\\s*=', '')).toBe(false);
  });

  it('take time by the length of the text alone', () => {
    const slow = [...all]
      .filter(([key]) => !(key in OWN))
      .filter(([key]) => {
        const end = key.lastIndexOf('/');
        return !isLinear(key.slice(1, end), key.slice(end + 1));
      });
    expect(slow.map(([key, files]) => `${key} in ${files.join(', ')}`)).toEqual([]);
  });

  it('that are put together do as well, and no others are', () => {
    for (const pattern of MADE) expect([pattern, isLinear(pattern, '')]).toEqual([pattern, true]);
    const makers = sources(['server', 'src/domain', 'src/contract'])
      .filter(({ text }) => /\bRegExp\(/.test(text))
      .map(({ path }) => path);
    expect(makers).toEqual([
      'server/platform/readers/pdfContent.ts',
      'server/platform/readers/pdfStreams.ts',
      'server/platform/readers/pdfWords.ts',
    ]);
  });
});
