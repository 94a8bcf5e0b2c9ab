import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { SETTINGS } from '#server/platform/settings/list.ts';
import { ROOT } from '#tests/support/sources.ts';
import { MEASURED } from '../../scripts/sizing/figures.ts';
import { inputsOf, OPTIONS } from '../../scripts/sizing/input.ts';
import { LIMITS, reachedAt } from '../../scripts/sizing/limits.ts';
import { CONNECTIONS_A_PROCESS, sizeOf } from '../../scripts/sizing/model.ts';
import { sizingText, space, withSizing } from '../../scripts/sizing/print.ts';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const page = textOf('docs/operations.md');
const rows = textOf('docs/measurements.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('what is computed with', () => {
  test.each(Object.entries(MEASURED))('%s stands in docs/measurements.md', (_name, { row, value, unit }) => {
    const found = rows.filter(([, first]) => first === row).map(([, , figure]) => figure?.split(' '));
    expect(found).toHaveLength(1);
    expect([Number(found[0]?.[0]), found[0]?.[1] ?? '']).toEqual([value, unit]);
  });

  it('and what the server allows is what the server allows', () => {
    expect(page).toContain(`at most ${CONNECTIONS_A_PROCESS} a process`);
    const requests = SETTINGS.find(({ name }) => name === 'REQUESTS_A_SECOND');
    expect([requests?.default, requests?.meaning.includes('twenty times as many')]).toEqual(['50', true]);
    expect(textOf('server/platform/audit/seals.ts')).toMatch(/const AT_ONCE = 1_000;[^]*most = 20\)/);
    expect(textOf('server/platform/audit/sealJob.ts')).toContain('const EVERY = 60_000;');
  });
});

describe('what it is told', () => {
  it('are numbers by name, for several numbers of people at once', () => {
    expect(inputsOf(['people=50,2000', 'kB=150.5'])).toMatchObject([
      { people: 50, kB: 150.5, claims: OPTIONS.claims.default },
      { people: 2_000, kB: 150.5 },
    ]);
    expect(inputsOf([])).toMatchObject([{ people: OPTIONS.people.default }]);
  });

  test.each([
    ['salary=3', /^No option is called salary\. There are: people, claims/],
    ['people', 'people takes numbers above 0.'],
    ['people=50,0', 'people takes numbers above 0.'],
    ['claims=2,3', 'claims takes a number above 0.'],
    ['kB=many', 'kB takes a number above 0.'],
    ['kB=-3', 'kB takes a number above 0.'],
  ])('%s is not known', (word, sentence) => {
    expect(() => inputsOf([word])).toThrow(sentence);
  });
});

/** One of everything costs one, so that a sum is seen. */
const ONE = Object.fromEntries(Object.keys(MEASURED).map((name) => [name, { value: 1 }])) as Record<
  keyof typeof MEASURED,
  { value: number }
>;
/** A second of office hours in a month; a claim and a bill of a kB a person. */
const [input] = inputsOf(['people=1000', 'claims=1', 'kB=1', 'years=1', 'days=1', 'hours=1', 'peak=3.6', 'openings=1']);

describe('what so many people take', () => {
  it('is their claims, bills, decisions and reads by what one of each takes', () => {
    expect(sizeOf(input!, ONE)).toMatchObject({
      claimsAMonth: 1_000,
      claimsKept: 12_000,
      billsKept: 12_000,
      peak: { claims: 1, bills: 1, decisions: 2, requests: 1 },
      embedded: true,
      processes: 1,
      serverCores: 0.005,
      databaseCores: 0.005,
      memory: 2,
      database: 0.024,
      previews: 0.012,
      hotIndexes: 0.012,
      log: 0.001,
      objects: 0.012,
      up: 0.008,
      down: 0.024,
    });
  });

  it('more bills are more objects, previews and bytes, and not more claims', () => {
    const [one, two] = [sizeOf(input!, ONE), sizeOf({ ...input!, bills: 2 }, ONE)];
    expect(
      [two.claimsKept, two.billsKept, two.objects, two.previews].map(
        (n, at) => n / [one.claimsKept, one.billsKept, one.objects, one.previews][at]!,
      ),
    ).toEqual([1, 2, 2, 2]);
    expect(two.database).toBe(0.036);
  });

  test.each([
    ['few claims, and one process carries the peak', {}, 1, true, 1],
    ['more claims than were measured', { years: 9 }, 1, false, 2],
    ['more than half a core', { peak: 3_600 }, 1, false, 11],
    ['a bill of two seconds', {}, 2_000, false, 6],
  ])('%s', (_what, more, bill, embedded, processes) => {
    const figures = { ...ONE, billServer: { value: bill } };
    const { processes: found, ...sizing } = sizeOf({ ...input!, ...more }, figures);
    expect([sizing.embedded, found, sizing.connections]).toEqual([embedded, processes, embedded ? 0 : processes * 25]);
  });
});

describe('where it ends', () => {
  const at = (name: string, words: string[]): number | null =>
    reachedAt(
      LIMITS.find((limit) => limit.name.includes(name))!,
      inputsOf(words)[0]!,
    );

  test.each([
    ['people in one file', ['people=50000'], 1.1],
    ['people in one file', ['people=50001'], 1],
    ['people in one file', ['people=4000'], null],
    ['claims in the embedded database', ['people=100'], 2.4],
    ['claims in the embedded database', ['people=2000'], null],
    ['the nightly look', ['people=20000'], 8.1],
    ['the nightly look', ['people=20000', 'lookup=1'], null],
    // It is asked of an object store alone, at eight times the people of whom the embedded database keeps the claims.
    ['the nightly look', ['people=200', 'lookup=16000'], 1.2],
  ])('%s, with %o: %s times', (name, words, times) => {
    expect(at(name, words)).toBe(times);
  });
});

describe('what is printed', () => {
  it('reads as people say it', () => {
    expect([0, 0.0234, 0.5, 1, 12.34, 999, 1_000, 2_600, 26_000].map(space)).toEqual([
      '0 MB',
      '23 MB',
      '500 MB',
      '1 GB',
      '12 GB',
      '1,000 GB',
      '1 TB',
      '2.6 TB',
      '26 TB',
    ]);
  });

  it('stands in docs/operations.md: npm run sizing -- --write', () => {
    const text = sizingText(inputsOf(['people=50,2000,20000,200000']));
    expect(withSizing(page, text)).toBe(page);
    expect(text.split('\n').filter(({ length }) => length > 118)).toEqual([]);
  });

  it('needs a place on the page', () => {
    expect(() => withSizing('# Operations', 'text')).toThrow('The page has no place for it.');
  });
});
