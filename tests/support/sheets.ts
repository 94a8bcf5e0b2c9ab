import { turn, type Point, type Quad } from '#files/camera/quad.ts';
import type { Grey } from '#files/camera/findSheet.ts';
import { fc } from './property.ts';

/** Sheets of paper as a camera sees them. */

const side = (from: number) => fc.double({ min: from, max: from + 0.3, noNaN: true });
const corner = (x: number, y: number) => fc.record({ x: side(x), y: side(y) });

/** A sheet that lies somehow: each corner somewhere in its own corner of the picture. */
export const anyQuad: fc.Arbitrary<Quad> = fc.tuple(
  corner(0.03, 0.03),
  corner(0.67, 0.03),
  corner(0.67, 0.67),
  corner(0.03, 0.67),
);

const inside = (quad: Quad, point: Point): boolean =>
  quad.every((from, at) => turn(from, quad[(at + 1) % 4] ?? from, point) >= 0);

export interface SceneLevels {
  table: number;
  paper: number;
  ink: number;
  /** How much darker the picture gets from its left to its right. */
  shade: number;
}

/** A sheet with lines of print on a table, in grey. */
export function sheetScene(
  quad: Quad,
  { table = 70, paper = 225, ink = 60, shade = 0 }: Partial<SceneLevels> = {},
  [width, height]: readonly [number, number] = [240, 320],
): Grey {
  const data = new Uint8Array(width * height);
  const [top, bottom] = [Math.min(...quad.map(({ y }) => y)), Math.max(...quad.map(({ y }) => y))];
  const [left, right] = [Math.min(...quad.map(({ x }) => x)), Math.max(...quad.map(({ x }) => x))];
  const printed = ({ x, y }: Point): boolean => {
    const [across, down] = [(x - left) / (right - left), (y - top) / (bottom - top)];
    return across > 0.3 && across < 0.7 && down > 0.2 && down < 0.8 && Math.trunc(down * 40) % 3 === 0;
  };
  for (let at = 0; at < data.length; at += 1) {
    const point = { x: ((at % width) + 0.5) / width, y: (Math.trunc(at / width) + 0.5) / height };
    const level = inside(quad, point) ? (printed(point) ? ink : paper) : table;
    // Grain, the same in each run.
    const grain = ((at * 2_654_435_761) >>> 0) % 13;
    data[at] = Math.max(0, Math.min(255, level - shade * point.x + grain - 6));
  }
  return { data, width, height };
}
