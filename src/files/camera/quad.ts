/** A place in a picture: parts of its width and of its height, from the upper left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The corners of a sheet in a picture, clockwise from the upper left one. */
export type Quad = readonly [Point, Point, Point, Point];

/** What the corners are called, in their order. */
export const CORNERS = ['Top left', 'Top right', 'Bottom right', 'Bottom left'] as const;

/** Twice the area of the triangle; positive where the three go clockwise. */
export const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Twice the least area, in parts of the picture, that three corners of a sheet enclose. */
const LEAST_TURN = 0.002;

/** Whether every corner points outwards, so that a sheet can lie so. */
export function isSheet([a, b, c, d]: Quad): boolean {
  return Math.min(turn(a, b, c), turn(b, c, d), turn(c, d, a), turn(d, a, b)) >= LEAST_TURN;
}

const within = (part: number): number => Math.min(1, Math.max(0, part));

/** With one corner moved, within the picture; as it was where that would be no sheet any more. */
export function withCorner(quad: Quad, corner: number, { x, y }: Point): Quad {
  const [a, b, c, d] = quad.map((point, at) => (at === corner ? { x: within(x), y: within(y) } : point));
  const next = a && b && c && d ? ([a, b, c, d] as const) : quad;
  return isSheet(next) ? next : quad;
}

/** A sheet that leaves this part of the picture free on each side. */
export const inset = (by: number): Quad => [
  { x: by, y: by },
  { x: 1 - by, y: by },
  { x: 1 - by, y: 1 - by },
  { x: by, y: 1 - by },
];
