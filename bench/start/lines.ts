import type { Figure, Goal } from '../support/report.ts';
import { median } from '../support/stats.ts';
import type { Opening } from './app.ts';

type Read = (opening: Opening) => number | null;
interface Line {
  budget: string;
  unit: string;
  of: Read;
  /** Of the floor page, when it is not the same figure. */
  floor?: Read;
  /** May depend on what the floor came to on this machine. */
  goal: Goal | ((floor: number) => Goal);
  headline?: boolean;
  scale?: number;
  digits?: number;
}

/** What the floor page does in no time, an action need not beat; where the floor does not, it is held to the floor. */
const PROMPT_MS = 100;
const OPENING = ['open a claim', 'new claim', 'open the filters'];
const ACTIONS = [...OPENING, 'next page'];

const LINES: readonly Line[] = [
  { budget: 'first paint, cold', unit: 'ms', of: (o) => o.cold.fcp, goal: { ratioAtMost: 0.4 } },
  {
    budget: 'list of 25 shown, cold, signed in',
    unit: 'ms',
    of: (o) => o.cold.shown,
    goal: { ratioAtMost: 1 },
    headline: true,
  },
  {
    budget: 'script until the list is shown',
    unit: 'kB',
    of: (o) => o.cold.script,
    goal: { atMost: 155 },
    scale: 1e-3,
    digits: 1,
  },
  {
    budget: 'all bytes until the list is shown (icons and manifest aside)',
    unit: 'kB',
    of: (o) => o.cold.all,
    goal: { atMost: 172 },
    scale: 1e-3,
    digits: 1,
    headline: true,
  },
  {
    budget: 'requests until the list is shown (the browser’s own for icons and manifest aside)',
    unit: '',
    of: (o) => o.cold.requests,
    goal: { atMost: 11 },
  },
  {
    budget: 'all bytes until 5.5 s after the rows (icons and manifest aside)',
    unit: 'kB',
    of: (o) => o.cold.quiet.all,
    goal: { atMost: 220 },
    scale: 1e-3,
    digits: 1,
  },
  {
    budget: 'requests until 5.5 s after the rows',
    unit: '',
    of: (o) => o.cold.quiet.requests,
    goal: { atMost: 25 },
  },
  {
    budget: 'main thread blocked until shown, cold',
    unit: 'ms',
    of: (o) => o.cold.blocked,
    goal: { ratioAtMost: 1.5 },
  },
  { budget: 'list shown, warm', unit: 'ms', of: (o) => o.warm.shown, goal: { ratioAtMost: 1.1 }, headline: true },
  {
    budget: 'main thread blocked in the five seconds after, warm',
    unit: 'ms',
    of: (o) => o.warm.blockedAfter,
    goal: { atMost: 150 },
  },
  {
    budget: 'list shown, offline, from IndexedDB',
    unit: 'ms',
    of: (o) => o.offline.shown,
    goal: { ratioAtMost: 1 },
    headline: true,
  },
  {
    budget: 'main thread blocked in the five seconds after, offline',
    unit: 'ms',
    of: (o) => o.offline.blockedAfter,
    goal: { atMost: 150 },
  },
  { budget: 'first paint, offline', unit: 'ms', of: (o) => o.offline.fcp, goal: { ratioAtMost: 0.6 } },
  {
    budget: 'heap after load',
    unit: 'MB',
    of: (o) => o.cold.heap,
    goal: { ratioAtMost: 1.8 },
    scale: 1e-6,
    digits: 1,
  },
  ...ACTIONS.map((name): Line => ({
    budget: `INP: ${name}`,
    unit: 'ms',
    of: (o) => o.acts[name] ?? null,
    floor: (o) => o.acts['act'] ?? null,
    goal: (floor) => ({ ratioAtMost: 0.8, ...(floor <= PROMPT_MS && { atMost: PROMPT_MS }) }),
  })),
  ...OPENING.map((name): Line => ({
    budget: `from the tap until it stands: ${name}`,
    unit: 'ms',
    of: (o) => o.stands[name] ?? null,
    goal: {},
  })),
  { budget: 'layout shift, openings and actions', unit: '', of: (o) => o.cls, goal: { atMost: 0.01 }, digits: 3 },
];

function figureOf(
  { budget, unit, of, floor = of, goal, headline, scale = 1, digits = 0 }: Line,
  app: readonly Opening[],
  floors: readonly Opening[],
): Figure {
  const known = (list: readonly Opening[], read: Read): number[] =>
    list
      .map(read)
      .filter((value) => value !== null)
      .map((value) => value * scale);
  // One run in which nothing was shown is a figure that is missing, not one that is left out.
  const figure = known(app, of).length === app.length ? median(known(app, of)) : null;
  const ratios = app.map((opening, run) => {
    const [a, b] = [of(opening), floors[run] ? floor(floors[run]) : null];
    return a !== null && b ? a / b : Number.NaN;
  });
  const atFloor = median(known(floors, floor));
  const wanted = typeof goal === 'function' ? goal(atFloor) : goal;
  return {
    budget,
    unit,
    digits,
    figure,
    goal: wanted,
    ...(headline && { headline }),
    ...(wanted.ratioAtMost !== undefined && {
      floor: atFloor,
      ratio: figure === null ? null : median(ratios.filter((ratio) => !Number.isNaN(ratio))),
    }),
  };
}

/** The openings of the app beside those of the floor page, run by run. */
export const startFigures = (app: readonly Opening[], floors: readonly Opening[]): Figure[] =>
  LINES.map((line) => figureOf(line, app, floors));
