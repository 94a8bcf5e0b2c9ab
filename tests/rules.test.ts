import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, sources, withoutComments } from './support/sources.ts';

/** RULES.md and the tests hold each other to account: what holds is proven, what is proven holds. */

interface Rule {
  id: string;
  built: boolean;
}

const ID = /\b[A-Z]{2,6}-\d+\b/g;
const rules: Rule[] = readFileSync(join(ROOT, 'src/domain/RULES.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const id = /^- ([A-Z]{2,6}-\d+) \S/.exec(line)?.[1];
    return id ? [{ id, built: !line.endsWith('(not yet)') }] : [];
  });
const prefixes = new Set(rules.map(({ id }) => id.split('-')[0]));

const testFiles = sources(['tests', 'e2e']).filter(({ path }) => path !== 'tests/rules.test.ts');
const idsIn = (text: string): string[] => (text.match(ID) ?? []).filter((id) => prefixes.has(id.split('-')[0]));
const quoted = new Set(testFiles.flatMap(({ text }) => idsIn(withoutComments(text))));
const titles = testFiles.flatMap(({ path, text }) =>
  [...text.matchAll(/\b(?:test|it|describe)\b[^'"`\n]*\(\s*(['"`])((?:(?!\1).)*)\1/g)].map((match) => ({
    path,
    title: match[2] ?? '',
  })),
);

test('every rule has an id of its own', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(200);
  expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
});

test('every rule that holds is quoted by a test', () => {
  const missing = rules.filter(({ id, built }) => built && !quoted.has(id)).map(({ id }) => id);
  expect(missing, `quoted by no test: ${missing.join(', ')}`).toEqual([]);
});

test('no rule is marked as not yet built that a test quotes', () => {
  const built = rules.filter((rule) => !rule.built && quoted.has(rule.id)).map(({ id }) => id);
  expect(built, `take off the mark of: ${built.join(', ')}`).toEqual([]);
});

test('no test is named after a rule that is not there', () => {
  const known = new Set(rules.map(({ id }) => id));
  const unknown = titles.flatMap(({ path, title }) =>
    idsIn(title)
      .filter((id) => !known.has(id))
      .map((id) => `${id} in ${path}`),
  );
  expect(unknown).toEqual([]);
});
