import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './support/sources.ts';

/** S20: docs/security.md answers every requirement of OWASP ASVS 5.0.0, levels 1 and 2. */

/** The requirements of both levels, by section. */
const SECTIONS = [
  '1.1: 1 2',
  '1.2: 1 2 3 4 5 6 7 8 9',
  '1.3: 1 2 3 4 5 6 7 8 9 10 11',
  '1.4: 1 2 3',
  '1.5: 1 2',
  '2.1: 1 2 3',
  '2.2: 1 2 3',
  '2.3: 1 2 3 4',
  '2.4: 1',
  '3.2: 1 2',
  '3.3: 1 2 3 4',
  '3.4: 1 2 3 4 5 6',
  '3.5: 1 2 3 4 5',
  '3.7: 1 2',
  '4.1: 1 2 3',
  '4.2: 1',
  '4.3: 1 2',
  '4.4: 1 2 3 4',
  '5.1: 1',
  '5.2: 1 2 3',
  '5.3: 1 2',
  '5.4: 1 2 3',
  '6.1: 1 2 3',
  '6.2: 1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3: 1 2 3 4',
  '6.4: 1 2 3 4',
  '6.5: 1 2 3 4 5',
  '6.6: 1 2 3',
  '6.8: 1 2 3 4',
  '7.1: 1 2 3',
  '7.2: 1 2 3 4',
  '7.3: 1 2',
  '7.4: 1 2 3 4 5',
  '7.5: 1 2',
  '7.6: 1 2',
  '8.1: 1 2',
  '8.2: 1 2 3',
  '8.3: 1',
  '8.4: 1',
  '9.1: 1 2 3',
  '9.2: 1 2 3 4',
  '10.1: 1 2',
  '10.2: 1 2',
  '10.3: 1 2 3 4',
  '10.4: 1 2 3 4 5 6 7 8 9 10 11',
  '10.5: 1 2 3 4 5',
  '10.6: 1 2',
  '10.7: 1 2 3',
  '11.1: 1 2',
  '11.2: 1 2 3',
  '11.3: 1 2 3',
  '11.4: 1 2 3 4',
  '11.5: 1',
  '11.6: 1',
  '12.1: 1 2 3',
  '12.2: 1 2',
  '12.3: 1 2 3 4',
  '13.1: 1',
  '13.2: 1 2 3 4 5',
  '13.3: 1 2',
  '13.4: 1 2 3 4 5',
  '14.1: 1 2',
  '14.2: 1 2 3 4',
  '14.3: 1 2 3',
  '15.1: 1 2 3',
  '15.2: 1 2 3',
  '15.3: 1 2 3 4 5 6 7',
  '16.1: 1',
  '16.2: 1 2 3 4 5',
  '16.3: 1 2 3 4',
  '16.4: 1 2 3',
  '16.5: 1 2 3',
  '17.1: 1',
  '17.2: 1 2 3 4',
  '17.3: 1 2',
];
const required = SECTIONS.flatMap((line) => {
  const [section = '', numbers = ''] = line.split(': ');
  return numbers.split(' ').map((number) => `${section}.${number}`);
});

interface Row {
  ids: string[];
  here: string;
  proof: string;
}
const rowsIn = (page: string): Row[] =>
  [...page.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, ids = '', here = '', proof = '']) => ({ ids: ids.split(', '), here, proof }),
  );
const rows = rowsIn(readFileSync(join(ROOT, 'docs/security.md'), 'utf8'));
const testsIn = (proof: string): string[] => [...proof.matchAll(/`(tests\/[\w./-]+)`/g)].map(([, file = '']) => file);

describe('S20 the table of ASVS', () => {
  it('has each requirement of levels 1 and 2 once, and no other', () => {
    expect(required).toHaveLength(253);
    expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(required.toSorted());
  });

  it('names tests that are there, or a reason', () => {
    for (const { ids, here, proof } of rows) {
      const tests = testsIn(proof);
      expect([ids, here.length > 2]).toEqual([ids, true]);
      if (tests.length === 0)
        expect([ids, proof]).toEqual([ids, expect.stringMatching(/^Not (?:applicable|met)\b.{8}/)]);
      for (const file of tests)
        expect([file, /\.test\.tsx?$/.test(file) && existsSync(join(ROOT, file))]).toEqual([file, true]);
    }
  });

  it('would miss neither a row nor a test', () => {
    const [row] = rowsIn('| 1.2.3, 1.2.4 | What is here | `tests/none.test.ts`, `tests/asvs.test.ts` |\n');
    expect(row).toEqual({ ids: ['1.2.3', '1.2.4'], here: 'What is here', proof: expect.any(String) as string });
    expect(testsIn(row?.proof ?? '').map((file) => existsSync(join(ROOT, file)))).toEqual([false, true]);
  });
});
