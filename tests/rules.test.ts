import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedIn, definedIn, pagesIn } from './support/citations.ts';
import { ROOT, sources, withoutComments } from './support/sources.ts';

/**
 * RULES.md, docs/invariants.md, the code and the tests hold each other to account: what holds is proven, what is proven
 * holds, each rule leads to its code, and what is cited is defined in this repository.
 */

interface Rule {
  id: string;
  built: boolean;
  /** The files at the end of its line that implement it, by their labels and their paths from the root. */
  files: { label: string; path: string }[];
}

/** ` ([claim.ts](claim.ts))`: one file, or two where the rule has two halves. */
const LINK = String.raw`\[[^\]]+\]\([^)\s]+\)`;
const LINKS = new RegExp(String.raw` \((${LINK}(?:, ${LINK})?)\)$`);

const filesOf = (line: string): Rule['files'] =>
  [...(LINKS.exec(line)?.[1] ?? '').matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(([, label = '', target = '']) => ({
    label,
    path: posix.join('src/domain', target),
  }));

const ID = /\b[A-Z]{2,6}-\d+\b/g;
const rules: Rule[] = readFileSync(join(ROOT, 'src/domain/RULES.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const id = /^- ([A-Z]{2,6}-\d+) \S/.exec(line)?.[1];
    return id ? [{ id, built: !line.endsWith('(not yet)'), files: filesOf(line) }] : [];
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

/** What is wrong with the way from a rule to its code; null when nothing is. */
function faultOf({ id, files }: Rule): string | null {
  if (files.length === 0) return 'its line ends with no link to the file that implements it';
  for (const { label, path } of files) {
    if (!/^(?:src|sw|server)\/.+\.tsx?$/.test(path)) return `${path} is no code of the product`;
    if (label !== basename(path)) return `${label} is not the name of ${path}`;
    if (!existsSync(join(ROOT, path))) return `${path} is not there`;
    if (!new RegExp(String.raw`\b${id}\b`).test(readFileSync(join(ROOT, path), 'utf8')))
      return `${path} does not cite it`;
  }
  return null;
}

test('every rule that holds leads to the code that implements it, which cites the rule', () => {
  const wrong = rules.flatMap((rule) => {
    const fault = rule.built ? faultOf(rule) : null;
    return fault === null ? [] : [`${rule.id}: ${fault}`];
  });
  expect(wrong).toEqual([]);
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

describe('citations', () => {
  const INVARIANTS = 'docs/invariants.md';
  const defined = [...definedIn('src/domain/RULES.md'), ...definedIn(INVARIANTS)];
  const citing = [
    ...sources(['src', 'sw', 'server', 'tests', 'e2e', 'bench', 'scripts'], /\.(?:ts|tsx|mjs)$/),
    ...sources(['src'], /\.md$/),
  ];

  test('an id is defined once', () => {
    expect(defined.filter((id, index) => defined.indexOf(id) !== index)).toEqual([]);
  });

  test('every cited id is defined in RULES.md or docs/invariants.md', () => {
    const known = new Set(defined);
    const unknown = citing.flatMap((source) =>
      citedIn(source)
        .filter((id) => !known.has(id))
        .map((id) => `${id} in ${source.path}`),
    );
    expect(unknown).toEqual([]);
  });

  test('every invariant is cited by code or by a test', () => {
    const cited = new Set(citing.flatMap(citedIn));
    expect(definedIn(INVARIANTS).filter((id) => !cited.has(id))).toEqual([]);
  });

  test('no comment names a page that is not in the repository', () => {
    const pages = new Set(
      sources(['docs', 'src'], /\.md$/)
        .map(({ path }) => path.split('/').at(-1))
        .concat(['README.md']),
    );
    const unknown = citing.flatMap((source) =>
      pagesIn(source)
        .filter((page) => !pages.has(page))
        .map((page) => `${page} in ${source.path}`),
    );
    expect(unknown).toEqual([]);
  });

  test('ranges and lists of ids are read, and what only looks like an id is not', () => {
    const source = (text: string) => ({ path: 'tests/planted.ts', text });
    expect(citedIn(source('// It holds (C1 to C3, X7; LOC-6).'))).toEqual(['C1', 'C2', 'C3', 'X7', 'LOC-6', 'LOC-6']);
    expect(citedIn(source("test('P7, Z15: a title', () => {})"))).toEqual(['P7', 'Z15']);
    expect(citedIn(source("const priority = ['P0', 'P1'];\n// kept in S3, as UTF-8\n"))).toEqual([]);
  });
});
