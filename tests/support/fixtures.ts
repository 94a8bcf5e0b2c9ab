import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the build before stored and answered: see tests/fixtures/make.ts. */
const FIXTURES = path.resolve('tests/fixtures');

/** Records of a fixture, one JSON object per line. */
export const readLines = <T>(name: string, folder = 'before'): T[] =>
  readFileSync(path.join(FIXTURES, folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
export const writeLines = (name: string, lines: readonly object[], folder = 'before'): void =>
  writeFileSync(path.join(FIXTURES, folder, name), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
