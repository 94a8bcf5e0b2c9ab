import { MAX_PAPER_GROUPS, MAX_PAPER_TIMES, PAPER_MINUTES } from '#contract/limits.ts';
import type { PaperMarks } from '#contract/reading.ts';
import { mended } from './amounts.ts';
import { groupHash } from './groupHash.ts';
import type { Row } from './pieces.ts';

/** What a paper is known again by when it is photographed once more, and read a little differently (DOC-23). */

/** Digits that belong together: of amounts, numbers and dates, with what parts them. */
const GROUP = /\d[\d.,/-]{0,40}/g;
/** Groups of fewer digits stand on every bill. */
const LEAST_DIGITS = 3;
const TIME = /(?<![\d:])(\d{1,2})\s?:\s?(\d{2})(?!\d)/g;
function groupsIn(text: string): string[] {
  const groups = [...text.matchAll(GROUP)].map(([group]) => group.replace(/\D/g, ''));
  return groups.filter(({ length }) => length >= LEAST_DIGITS);
}

/** Minutes of a half day, since 'PM' is easily lost. */
function timesIn(text: string): number[] {
  const times = [...text.matchAll(TIME)].map((match) => [Number(match[1]), Number(match[2])] as const);
  return times
    .filter(([hour, minute]) => hour < 24 && minute < 60)
    .map(([hour, minute]) => (hour * 60 + minute) % PAPER_MINUTES);
}

const few = (numbers: readonly number[], most: number): number[] =>
  [...new Set(numbers)].slice(0, most).sort((a, b) => a - b);

/**
 * Of the rows of a bill the groups of three digits or more, as short hashes, and the times of day. Where there are too
 * many the longest groups, which say most (DOC-23).
 */
export function paperMarksOf(rows: readonly Row[]): PaperMarks {
  const texts = rows.flatMap(({ pieces }) => pieces.map(({ text }) => mended(text)));
  const groups = texts.flatMap(groupsIn).sort((a, b) => b.length - a.length);
  return {
    groups: few(groups.map(groupHash), MAX_PAPER_GROUPS),
    times: few(texts.flatMap(timesIn), MAX_PAPER_TIMES),
  };
}
