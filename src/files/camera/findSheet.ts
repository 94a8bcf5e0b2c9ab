import { isSheet, turn, type Point, type Quad } from './quad.ts';

/** A picture in grey, row by row. */
export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Levels of grey that paper is brighter than what it lies on, at least. */
const LEAST_CONTRAST = 30;
/** Parts of the picture that a sheet covers. */
const LEAST_PART = 0.08;
const MOST_PART = 0.97;
/** What of its hull is bright, and how much of the hull the four corners enclose: a plate or a hand has less. */
const LEAST_BRIGHT = 0.6;
const LEAST_SQUARE = 0.88;
/** Corners of the hull among which four are looked for. */
const MOST_CORNERS = 20;

/** The level that parts bright from dark best (N. Otsu, 1979); null where they hardly differ. */
function threshold({ data }: Grey): number | null {
  const counts = new Uint32Array(256);
  let sum = 0;
  for (const level of data) {
    counts[level]! += 1;
    sum += level;
  }
  let best = { apart: 0, level: 0, contrast: 0 };
  let [dark, darkSum] = [0, 0];
  for (let level = 0; level < 255; level += 1) {
    dark += counts[level]!;
    darkSum += counts[level]! * level;
    const bright = data.length - dark;
    if (dark === 0 || bright === 0) continue;
    const contrast = (sum - darkSum) / bright - darkSum / dark;
    const apart = dark * bright * contrast * contrast;
    if (apart > best.apart) best = { apart, level, contrast };
  }
  return best.contrast >= LEAST_CONTRAST ? best.level : null;
}

/** The pixels of the largest bright area, by their places in the data. */
function largestArea({ data, width }: Grey, level: number): number[] {
  const seen = new Uint8Array(data.length);
  let largest: number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] || data[start]! <= level) continue;
    const area = [start];
    seen[start] = 1;
    for (let next = 0; next < area.length; next += 1) {
      const at = area[next]!;
      const column = at % width;
      for (const to of [at - width, at + width, column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1]) {
        if (to < 0 || to >= data.length || seen[to] || data[to]! <= level) continue;
        seen[to] = 1;
        area.push(to);
      }
    }
    if (area.length > largest.length) largest = area;
  }
  return largest;
}

/** The outer corners of each row of pixels, and around them the hull, clockwise. */
function hullOf(area: readonly number[], width: number): Point[] {
  const rows = new Map<number, { from: number; to: number }>();
  for (const at of area) {
    const [row, column] = [Math.trunc(at / width), at % width];
    const known = rows.get(row);
    rows.set(row, {
      from: Math.min(known?.from ?? column, column),
      to: Math.max(known?.to ?? column + 1, column + 1),
    });
  }
  const points = [...rows]
    .flatMap(([y, { from, to }]) => [y, y + 1].flatMap((edge) => [from, to].map((x) => ({ x, y: edge }))))
    .sort((one, other) => one.x - other.x || one.y - other.y);
  const chain = (list: readonly Point[]): Point[] => {
    const made: Point[] = [];
    for (const point of list) {
      while (made.length > 1 && turn(made.at(-2)!, made.at(-1)!, point) <= 0) made.pop();
      made.push(point);
    }
    return made.slice(0, -1);
  };
  return [...chain(points), ...chain(points.toReversed())];
}

/** Without the corners that count least, until so many are left. */
function simplified(hull: readonly Point[], most: number): Point[] {
  const left = [...hull];
  while (left.length > most) {
    const size = (at: number): number => turn(left.at(at - 1)!, left[at]!, left[(at + 1) % left.length]!);
    let least = 0;
    for (let at = 1; at < left.length; at += 1) if (size(at) < size(least)) least = at;
    left.splice(least, 1);
  }
  return left;
}

/** Twice the area within these corners. */
const areaOf = (points: readonly Point[]): number =>
  points.reduce((sum, point, at) => sum + turn({ x: 0, y: 0 }, point, points[(at + 1) % points.length]!), 0);

/** The four of these corners that enclose most. */
function largestQuad(points: readonly Point[]): Point[] {
  let best: { area: number; quad: Point[] } = { area: 0, quad: [] };
  points.forEach((a, i) =>
    points.slice(i + 1).forEach((b, j) =>
      points.slice(i + j + 2).forEach((c, k) =>
        points.slice(i + j + k + 3).forEach((d) => {
          const area = turn(a, b, c) + turn(a, c, d);
          if (area > best.area) best = { area, quad: [a, b, c, d] };
        }),
      ),
    ),
  );
  return best.quad;
}

/** The corners in their order, as parts of the picture: the one nearest to the upper left comes first. */
function named(quad: readonly Point[], { width, height }: Grey): Quad {
  const parts = quad.map(({ x, y }) => ({ x: x / width, y: y / height }));
  const sums = parts.map(({ x, y }) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [0, 1, 2, 3].map((at) => parts[(first + at) % 4]!) as unknown as Quad;
}

/**
 * Where a sheet lies that is brighter than what is around it: a proposal of its corners, which a person checks. null
 * where nothing in the picture looks like one (DOC-19).
 */
export function findSheet(grey: Grey): Quad | null {
  const level = threshold(grey);
  if (level === null) return null;
  const area = largestArea(grey, level);
  const all = grey.width * grey.height;
  if (area.length < all * LEAST_PART) return null;
  const hull = hullOf(area, grey.width);
  const around = areaOf(hull) / 2;
  const corners = largestQuad(simplified(hull, MOST_CORNERS));
  if (corners.length < 4) return null;
  const square = areaOf(corners) / 2;
  if (square > all * MOST_PART || square < around * LEAST_SQUARE || area.length < around * LEAST_BRIGHT) return null;
  const quad = named(corners, grey);
  return isSheet(quad) ? quad : null;
}
