import type { ImportAnswer } from '#contract/peopleImport.ts';

/** What an import is said to do. */

export const number = (count: number): string => count.toLocaleString('en-IN');

type Counts = ImportAnswer['counts'];

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/** How many people it does something to. */
export const sizeOf = ({ added, changed, taken, leaving }: Counts): number => added + changed + taken + leaving;

/** '1,997 new, 3 refused': the numbers that are not zero. */
export function summaryOf({ added, changed, taken, unchanged, leaving, refused }: Counts): string {
  const parts: readonly [number, string][] = [
    [added, 'new'],
    [changed, 'changed'],
    [leaving, 'leaving'],
    [taken, 'kept by the file from now on'],
    [unchanged, 'as they are'],
    [refused, 'refused'],
  ];
  const said = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${number(count)} ${word}`]));
  return said.length === 0 ? 'Nobody is in this file.' : `${listed(said)}.`;
}
