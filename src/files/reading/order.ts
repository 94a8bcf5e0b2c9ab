import type { Strip } from './pixels.ts';

/** Wider than this, by its height, is more than an amount. */
const LONGEST_AMOUNT = 9;

/** Whether two lines stand beside each other on paper that is turned by `slope`. */
const beside = (a: Strip, b: Strip, slope: number): boolean =>
  Math.abs(a.y - b.y - slope * (a.x - b.x)) < 0.6 * Math.max(a.height, b.height);

/** How far a line falls for each pixel to the right: that of the middle one of the long lines. */
export function slopeOf(strips: readonly Strip[]): number {
  const turns = strips
    .filter(({ width, height }) => width > 5 * height)
    .map(({ angle }) => angle)
    .sort((a, b) => a - b);
  return Math.tan(turns[turns.length >> 1] ?? 0);
}

/**
 * The lines in two parts (READ-10): those that can hold the total or speak for it, which are rows that end at the right
 * in something as short as an amount, in the lower two thirds, with all that stands in them; then the rest, from the
 * top.
 */
export function inOrder(strips: readonly Strip[]): { first: Strip[]; rest: Strip[] } {
  const slope = slopeOf(strips);
  const tops = strips.map(({ y, height }) => y - height / 2);
  const lefts = strips.map(({ x, width }) => x - width / 2);
  const rights = strips.map(({ x, width }) => x + width / 2);
  const [top, bottom] = [Math.min(...tops), Math.max(...strips.map(({ y, height }) => y + height / 2))];
  const middle = (Math.min(...lefts) + Math.max(...rights)) / 2;
  const amounts = strips.filter(
    ({ x, y, width, height }) => x > middle && y > top + (bottom - top) / 3 && width < LONGEST_AMOUNT * height,
  );
  const first = strips.filter((strip) => amounts.some((amount) => beside(strip, amount, slope)));
  return { first, rest: strips.filter((strip) => !first.includes(strip)) };
}
