import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { whatIsMissing } from '../../scripts/lib/programs.mjs';
import { partsOf } from '../../scripts/lib/proofParts.mjs';
import { rowOf, spanOf, withRow } from '../../scripts/lib/proofPage.mjs';
import { PROOFS } from '../../scripts/lib/proofs.mjs';

const root = path.join(import.meta.dirname, '../..');
const all = ['tests', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);
interface Proof {
  tests?: string[];
  variable?: string;
  bench?: string;
  needs?: string[];
  install?: string;
  unbroken?: boolean;
}
const page = readFileSync(path.join(root, 'docs/proof.md'), 'utf8');
const done = { done: 20_000, seed: 41, parts: 10, commit: 'abc', day: '2026-11-25', seconds: 3_900, wrong: null };

describe('the page of proofs', () => {
  it('has a row for each proof, and words around the table', () => {
    for (const name of Object.keys(PROOFS)) expect(page).toContain(`| \`${name}\` |`);
  });

  it('takes over the row of the proof that ran, and leaves the others and the text alone', () => {
    const next = withRow(page, PROOFS, 'model', done) ?? '';
    expect(next).toContain('| 20,000 | 41 to 50 | abc | 2026-11-25 | 1 h 5 min | 0 |');
    const others = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('| `model` |'));
    expect(others(next)).toEqual(others(page));
    expect(withRow(next, PROOFS, 'model', { ...done, wrong: '--seed 44' })).toContain('| **--seed 44** |');
  });

  it('adds rows that are missing, and has no table where there is none', () => {
    const bare = page.replace(/^\| `.*\n/gm, '');
    const next = withRow(bare, PROOFS, 'kills', { ...done, seed: null });
    expect(next).toContain(rowOf('model', PROOFS.model));
    expect(next).toContain('| 20,000 | – | abc |');
    expect(withRow('# Proof', PROOFS, 'kills', done)).toBeNull();
  });

  it('says how long it took as people do', () => {
    expect([12, 59.4, 60, 3_599, 3_600, 90_000].map(spanOf)).toEqual([
      '12 s',
      '59 s',
      '1 min',
      '1 h 0 min',
      '1 h 0 min',
      '25 h 0 min',
    ]);
  });
});

describe('what can be proved', () => {
  it('names tests that there are, and reads the variable that it sets', () => {
    for (const [name, { tests = [], variable, bench }] of Object.entries<Proof>(PROOFS)) {
      expect(tests.length > 0, name).toBe(bench === undefined);
      if (bench !== undefined) expect(all).toContain(`bench/server/${bench}.ts`);
      const files = tests.filter((word) => word.includes('/'));
      const found = files.map((file) => all.filter((each) => each.includes(file)));
      expect(
        found.every(({ length }) => length === 1),
        name,
      ).toBe(true);
      const texts = found.flat().map((file) => readFileSync(path.join(root, file), 'utf8'));
      // As many rounds as were asked for take as long as they take: `npm run proof` sets no time.
      expect(
        found.flat().filter((file) => /^ *\}, [\d_]+\);$/m.test(readFileSync(path.join(root, file), 'utf8'))),
        name,
      ).toEqual([]);
      if (variable !== undefined)
        expect(
          texts.every((text) => text.includes(variable)),
          `${name} ${variable}`,
        ).toBe(true);
    }
  });

  it('needs nothing else, or says by one command how a machine gets what it lacks', () => {
    expect(whatIsMissing('model', PROOFS.model)).toBeNull();
    const [needs, install] = [[process.execPath, 'no-such-program'], 'apt-get install no-such-program'];
    expect(whatIsMissing('failover', { needs, install })).toBe(
      `The proof failover needs no-such-program, which this machine lacks: ${install}`,
    );
    for (const proof of Object.values<Proof>(PROOFS)) {
      const more = (proof.tests?.includes('proofs') ?? false) && proof.unbroken !== true;
      expect([proof.needs !== undefined, proof.install?.startsWith('sudo apt-get install ') ?? false]).toEqual([
        more,
        more,
      ]);
    }
  });

  it('goes on to its goal, for as many more as asked, or for as long; an unbroken run is as long as asked', () => {
    const none = { done: 0, count: null, minutes: null };
    const inParts = { goal: 100, part: 10 };
    expect(partsOf(inParts, { ...none, done: 20 })).toEqual({ until: 100, part: 10, seconds: Infinity });
    expect(partsOf(inParts, { done: 20, count: 5, minutes: 30 })).toEqual({ until: 25, part: 10, seconds: 1_800 });
    const soak = { goal: 480, part: 480, unbroken: true };
    expect(partsOf(soak, none)).toEqual({ until: 480, part: 480, seconds: Infinity });
    for (const asked of [{ minutes: 600 }, { count: 600 }])
      expect(partsOf(soak, { ...none, ...asked })).toEqual({ until: 600, part: 600, seconds: Infinity });
  });
});
