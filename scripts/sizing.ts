// `npm run sizing -- people=2000`: what so many people take, by measured figures. `people=50,2000` compares; further
// options with their defaults stand below its table. `--write` keeps it in docs/operations.md for four sizes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputsOf } from './sizing/input.ts';
import { sizingText, withSizing } from './sizing/print.ts';

const PAGE = join(import.meta.dirname, '../docs/operations.md');
const words = process.argv.slice(2);
try {
  if (words.join() === '--write')
    writeFileSync(PAGE, withSizing(readFileSync(PAGE, 'utf8'), sizingText(inputsOf(['people=50,2000,20000,200000']))));
  else console.log(sizingText(inputsOf(words)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
