import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources, type Source } from './support/sources.ts';

/** The documentation says what the code does, and leads nowhere that is not there. */

const TOP = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const pages: Source[] = [
  ...TOP.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  ...sources(['docs', 'src'], /\.md$/),
];

/** The address of a heading, as repositories' sites and editors make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

describe('links', () => {
  it.each(pages.map(({ path, text }) => [path, text] as const))('of %s lead somewhere', (path, text) => {
    const wrong = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const to = file === '' ? path : normalize(join(dirname(path), file)).replaceAll('\\', '/');
        if (!existsSync(join(ROOT, to))) return true;
        return anchor !== undefined && !anchorsIn(readFileSync(join(ROOT, to), 'utf8')).includes(anchor);
      });
    expect(wrong).toEqual([]);
  });

  it('files and folders that pages name in backticks are there', () => {
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|sw|server|tests|e2e|bench|scripts|public|deploy)\/[\w./-]+)`/g)]
        .map(([, named]) => named!)
        .filter((named) => !existsSync(join(ROOT, named)))
        .map((named) => `${named} in ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it('commands that pages name are in package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const wrong = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
        .filter(([, name]) => !(name! in scripts))
        .map(([command]) => `${command} in ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});

it('each decision has a number of its own, in its name and in its title', () => {
  const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/'));
  const numbers = decisions.map(({ path }) => Number(path.slice('docs/decisions/'.length).split('-')[0]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
  expect(decisions.map(({ text }) => Number(/^# (\d+)\. /.exec(text)?.[1]))).toEqual(numbers);
});
