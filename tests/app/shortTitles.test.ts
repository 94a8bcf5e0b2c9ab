import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';

const ROUTES = join(import.meta.dirname, '../../src/routes');
/** As many letters as a header of 360 pixels shows on one line, beside what waits, the bell and the account. */
const ON_ONE_LINE = 13;
/** Its title is the page's own, without the frame. */
const WITHOUT_THE_FRAME = /^(?:leaving|setup|login|index|__root)\.tsx$/;

const written = (source: string, key: string): string | undefined => {
  const found = new RegExp(String.raw`\b${key}: (?:'([^']+)'|MESSAGES\.(\w+))`).exec(source);
  return found?.[1] ?? (found?.[2] === undefined ? undefined : (MESSAGES as Record<string, string>)[found[2]]);
};

describe('titles in the header of a phone', () => {
  const files = readdirSync(ROUTES).filter((name) => !WITHOUT_THE_FRAME.test(name));
  const titles = files.flatMap((name) => {
    const source = readFileSync(join(ROUTES, name), 'utf8');
    const title = written(source, 'title');
    return title === undefined ? [] : [{ name, seen: written(source, 'shortTitle') ?? title }];
  });

  it('are of one line, each', () => {
    expect(titles.length).toBeGreaterThan(40);
    expect(titles.filter(({ seen }) => seen.length > ON_ONE_LINE)).toEqual([]);
  });
});
