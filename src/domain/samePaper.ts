import type { PaperMarks } from '#contract/reading.ts';
import type { Day } from './dates.ts';

/** Whether two bills are photos of one paper, by what was read off them (DOC-23). */

/** What a paper is compared by. Each that is not known is left out. */
export interface Paper extends PaperMarks {
  /** Paise, and the group of digits that it is printed as. */
  total?: number | undefined;
  totalGroup?: number | undefined;
  day?: Day | undefined;
  /** Of the bill, as numbers are compared, or of its payment. */
  number?: string | undefined;
  gstin?: string | undefined;
  irn?: string | undefined;
}

/** So many groups of digits at least two papers share, and this part of those of the one that has fewer. */
export const SHARED_GROUPS = { least: 5, part: 0.5 } as const;

/** What stands on a bill once, beside its total. */
export const ONE_EACH = ['day', 'number', 'gstin', 'irn'] as const satisfies readonly (keyof Paper)[];

/**
 * What candidates are looked up by: each two of total, day, number and time, as far as they are known. Papers that
 * share none of these are two (DOC-23).
 */
export function paperKeysOf({ total, day, number, times }: Paper): string[] {
  const known = [
    total === undefined ? [] : [`total ${total}`],
    day === undefined ? [] : [`day ${day}`],
    number === undefined ? [] : [`number ${number}`],
    times.map((time) => `time ${time}`),
  ];
  return known.flatMap((some, at) =>
    known.slice(at + 1).flatMap((others) => some.flatMap((one) => others.map((other) => `${one}, ${other}`))),
  );
}

const differs = (one: unknown, other: unknown): boolean => one !== undefined && other !== undefined && one !== other;

const hasTotalOf = ({ groups }: Paper, { totalGroup }: Paper): boolean =>
  totalGroup !== undefined && groups.includes(totalGroup);

/** Another amount is easily taken for the total: then each of the two stands on both papers. */
const totalsDiffer = (one: Paper, other: Paper): boolean =>
  differs(one.total, other.total) && !(hasTotalOf(one, other) && hasTotalOf(other, one));

const within = (some: readonly number[], all: readonly number[]): boolean => some.every((each) => all.includes(each));

/**
 * Whether two readings are of one paper: two of total, day, number and time agree, nothing that stands on a bill once
 * differs where it was read off both, all times of the one are among those of the other, and enough groups of digits
 * are shared. What stands on all bills of a shop, as its telephone number, is not enough (DOC-23).
 */
export function isSamePaper(one: Paper, other: Paper): boolean {
  const keys = paperKeysOf(other);
  if (!paperKeysOf(one).some((key) => keys.includes(key))) return false;
  if (totalsDiffer(one, other) || ONE_EACH.some((name) => differs(one[name], other[name]))) return false;
  if (!within(one.times, other.times) && !within(other.times, one.times)) return false;
  const shared = one.groups.filter((group) => other.groups.includes(group)).length;
  const fewer = Math.min(one.groups.length, other.groups.length);
  return shared >= SHARED_GROUPS.least && shared >= fewer * SHARED_GROUPS.part;
}
