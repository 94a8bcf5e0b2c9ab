import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reportTable, type Figure } from './report.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

/**
 * The text with this between the two marks of a part: `<!-- bench:start -->` and `<!-- /bench:start -->`. Null where it
 * has no such marks.
 */
function between(text: string, part: string, by: string): string | null {
  const [first, last] = [`<!-- bench:${part} -->`, `<!-- /bench:${part} -->`];
  const [from, to] = [text.indexOf(first), text.indexOf(last)];
  return from < 0 || to < from ? null : `${text.slice(0, from + first.length)}\n\n${by}\n\n${text.slice(to)}`;
}

/** Puts the figures of a part where the docs keep them: all of them, and its headlines into the README. */
export function publish(part: string, machine: string, rows: readonly Figure[]): void {
  const pages = [
    { file: 'docs/measurements.md', figures: rows },
    { file: 'README.md', figures: rows.filter((row) => row.headline) },
  ];
  for (const { file, figures } of pages) {
    if (figures.length === 0) continue;
    const name = path.join(ROOT, file);
    const text = between(readFileSync(name, 'utf8'), part, `${machine}\n\n${reportTable(figures)}`);
    if (text === null) console.error(`${file} has no place for ${part}.`);
    else writeFileSync(name, text);
  }
}
