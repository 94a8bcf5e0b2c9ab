import { fit, type Size } from '../pictureSize.ts';
import type { Point, Quad } from './quad.ts';

/** Pixels of a picture: red, green, blue, alpha, row by row. */
export interface Pixels extends Size {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** x = (a u + b v + c) / (g u + h v + 1), y = (d u + e v + f) / (g u + h v + 1). */
type Projection = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h', number>>;

/** The projection that takes the unit square to these corners, (0, 0) to the first (P. Heckbert, 1989). */
export function projectionTo([p, q, r, s]: Quad): Projection {
  const [dx1, dx2, sx] = [q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x];
  const [dy1, dy2, sy] = [q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  return {
    a: q.x - p.x + g * q.x,
    b: s.x - p.x + h * s.x,
    c: p.x,
    d: q.y - p.y + g * q.y,
    e: s.y - p.y + h * s.y,
    f: p.y,
    g,
    h,
  };
}

/** Where a place of the unit square comes to lie. */
export function project({ a, b, c, d, e, f, g, h }: Projection, { x: u, y: v }: Point): Point {
  const far = g * u + h * v + 1;
  return { x: (a * u + b * v + c) / far, y: (d * u + e * v + f) / far };
}

/** Pixels of the sheet when it lies flat: its longer sides count, within the long side of a bill (DOC-17). */
export function sheetSize(quad: Quad, { width, height }: Size): Size {
  const [p, q, r, s] = quad;
  const length = (from: Point, to: Point): number => Math.hypot((to.x - from.x) * width, (to.y - from.y) * height);
  return fit(Math.max(length(p, q), length(s, r)), Math.max(length(p, s), length(q, r)));
}

/** The sheet between the corners as if it was seen from straight above (DOC-19). */
export function straighten(from: Pixels, quad: Quad, { width, height }: Size): Pixels {
  const { a, b, c, d, e, f, g, h } = projectionTo(quad);
  const data = new Uint8ClampedArray(width * height * 4);
  const [lastX, lastY] = [from.width - 1, from.height - 1];
  const source = from.data;
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    const v = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1) {
      const u = (column + 0.5) / width;
      const far = g * u + h * v + 1;
      // Pixels are known in their middles; between them the four around count by how near they are.
      const x = Math.min(lastX, Math.max(0, ((a * u + b * v + c) / far) * from.width - 0.5));
      const y = Math.min(lastY, Math.max(0, ((d * u + e * v + f) / far) * from.height - 0.5));
      const [left, top] = [Math.trunc(x), Math.trunc(y)];
      const [right, below] = [x - left, y - top];
      const at = (top * from.width + left) * 4;
      const next = left < lastX ? 4 : 0;
      const under = top < lastY ? from.width * 4 : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const here = at + channel;
        const upper = source[here]! + (source[here + next]! - source[here]!) * right;
        const lower = source[here + under]! + (source[here + under + next]! - source[here + under]!) * right;
        data[to + channel] = upper + (lower - upper) * below;
      }
      data[to + 3] = 255;
      to += 4;
    }
  }
  return { data, width, height };
}
