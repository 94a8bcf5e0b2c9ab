/** Whether a server that was used for hours stayed as it was, judged by what was measured of it each minute. */

export interface Minute {
  /** The first is 0. */
  minute: number;
  /** Bytes of memory that are the process's own, and its open files: the least of some samples. */
  memory: number;
  handles: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** How many of the machine's cores everything else used. */
  others: number;
}

interface Change {
  first: number;
  last: number;
  /** From first to last: the larger of what the two quarters and the trend of all minutes say. */
  growth: number;
}

export interface Flatness {
  /** Null where there are too few minutes to judge. */
  memory: Change | null;
  handles: Change | null;
  p99: Change | null;
  /** What is not flat, in words; empty where all is. */
  wrong: string[];
}

/** What memory may grow by, as a share of it. What a process gives back is no fault. */
const MEMORY = 0.05;
/** Open files may be so many more: one of a backup or a report that happens to be open whenever it is looked at. */
const HANDLES = 10;
/** The load is the same at the end, or what it does to the server says little. */
const LOAD = 0.8;
/** What p99 may grow by beyond what chance explains, and two minutes of like use of the machine by others, in cores. */
const SLOWER = 1.25;
const LIKE = 0.25;
/** What a report or a backup takes is free again within so many minutes: the least of them is what is held. */
const COLLECTED = 5;
/** Fewer minutes of a quarter say nothing. */
const QUARTER = 4;
const LONGEST_WARM_UP = 60;

/** A process fills its caches and compiles what it runs often, then is judged: a fifth of the run, an hour at most. */
export const warmUpOf = (minutes: number): number => Math.min(LONGEST_WARM_UP, Math.ceil(minutes / 5));

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Theil and Sen's: the median slope of all pairs, times the minutes. Some odd minutes change nothing of it. */
function trend(values: readonly number[]): number {
  const slopes = values.flatMap((value, at) =>
    values.slice(at + 1).map((later, after) => (later - value) / (after + 1)),
  );
  return median(slopes) * (values.length - 1);
}

/** What was held, up to each minute. */
const held = (values: readonly number[]): number[] =>
  values.slice(COLLECTED - 1).map((_, at) => Math.min(...values.slice(at, at + COLLECTED)));

/**
 * A quarter's level is one that a quarter of its minutes lie below: files of a backup are closed again in those. A last
 * quarter that is higher than the first shows what begins late, the trend what creeps.
 */
function changeOf(values: readonly number[]): Change {
  const quarter = Math.floor(values.length / 4);
  const [first, last] = [values.slice(0, quarter), values.slice(-quarter)].map((each) => quantile(each, 0.25));
  return { first: first!, last: last!, growth: Math.max(last! - first!, trend(values)) };
}

const isLike = (a: Minute, b: Minute): boolean => Math.abs(a.others - b.others) <= LIKE;

/**
 * How far minutes lie apart by chance, as the standard deviation of the logarithm of p99: by each and the next one,
 * between which there is no time to grow.
 */
function spreadOf(minutes: readonly Minute[]): number {
  const steps = minutes.slice(1).flatMap((next, at) => {
    const before = minutes[at]!;
    return isLike(before, next) ? [Math.abs(Math.log(next.p99 / before.p99))] : [];
  });
  return (1.4826 * median(steps)) / Math.SQRT2;
}

interface Slower extends Change {
  /** What it may be. */
  most: number;
}

/**
 * Minutes of a third at the beginning and at the end in which others used as much of the machine, each with each: times
 * on a shared machine say more about the others. Null where there are too few.
 */
function slower(minutes: readonly Minute[]): Slower | null {
  const third = Math.floor(minutes.length / 3);
  const pairs = minutes
    .slice(0, third)
    .flatMap((a) => minutes.slice(-third).map((b) => [a, b] as const))
    .filter(([a, b]) => isLike(a, b));
  const early = [...new Set(pairs.map(([a]) => a))].map(({ p99 }) => p99);
  const late = [...new Set(pairs.map(([, b]) => b))].map(({ p99 }) => p99);
  const fewest = Math.min(early.length, late.length);
  if (fewest < QUARTER) return null;
  // The standard error of the difference of two medians.
  const error = (1.2533 * Math.SQRT2 * spreadOf(minutes)) / Math.sqrt(fewest);
  return {
    first: median(early),
    last: median(late),
    growth: median(pairs.map(([a, b]) => b.p99 / a.p99)),
    most: SLOWER * Math.exp(2 * error),
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Judges what was measured after `warmUp` minutes. */
export function judgeFlatness(all: readonly Minute[], warmUp: number): Flatness {
  const minutes = all.filter(({ minute }) => minute >= warmUp);
  if (minutes.length < 4 * QUARTER) return { memory: null, handles: null, p99: null, wrong: [] };
  const memory = changeOf(held(minutes.map((each) => each.memory)));
  const handles = changeOf(minutes.map((each) => each.handles));
  const requests = changeOf(minutes.map((each) => each.requests));
  const p99 = slower(minutes);
  const wrong: string[] = [];
  if (!(memory.growth <= memory.first * MEMORY)) wrong.push(`memory grew by ${percent(memory.growth / memory.first)}`);
  if (!(handles.growth <= HANDLES)) wrong.push(`${Math.round(handles.growth)} more files are open`);
  if (!(requests.last >= requests.first * LOAD))
    wrong.push(`the load fell from ${requests.first} to ${requests.last} requests a minute`);
  if (p99 === null) wrong.push('p99 cannot be judged: others used the machine otherwise at the end');
  else if (!(p99.growth <= p99.most))
    wrong.push(`p99 is ${p99.growth.toFixed(2)} times what it was; ${p99.most.toFixed(2)} may be chance`);
  return { memory, handles, p99, wrong };
}
