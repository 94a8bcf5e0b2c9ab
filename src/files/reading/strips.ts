import type { Strip } from './pixels.ts';

/** A pixel of the map is text above this. */
const TEXT = 0.3;
/** A spot is a line of text above this, on average. */
const LINE = 0.55;
/** Spots of fewer pixels are dust. */
const DUST = 12;
/** The map shows the kernel of a line; the line is larger by this times area over perimeter. */
const SPREAD = 1.6;

interface Spot {
  count: number;
  score: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
  pixels: number[];
}

/** Spots of the map: pixels above `TEXT` that touch each other. */
function spotsOf(map: Float32Array, width: number, height: number): Spot[] {
  const seen = new Uint8Array(width * height);
  const spots: Spot[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] ?? 0) < TEXT) continue;
    const spot: Spot = { count: 0, score: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, pixels: [start] };
    seen[start] = 1;
    for (let next = 0; next < spot.pixels.length; next++) {
      const at = spot.pixels[next] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      spot.count++;
      spot.score += map[at] ?? 0;
      spot.x += x;
      spot.y += y;
      spot.xx += x * x;
      spot.yy += y * y;
      spot.xy += x * y;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          const to = ny * width + nx;
          if (seen[to] || (map[to] ?? 0) < TEXT) continue;
          seen[to] = 1;
          spot.pixels.push(to);
        }
    }
    if (spot.count >= DUST && spot.score / spot.count >= LINE) spots.push(spot);
  }
  return spots;
}

/** How far a spot is turned, and how much longer than high it is. */
function turnOf({ count, x, y, xx, yy, xy }: Spot): { angle: number; stretch: number } {
  const [cxx, cyy, cxy] = [
    xx / count - (x / count) ** 2,
    yy / count - (y / count) ** 2,
    xy / count - (x * y) / count ** 2,
  ];
  const angle = Math.atan2(2 * cxy, cxx - cyy) / 2;
  const root = Math.sqrt(((cxx - cyy) / 2) ** 2 + cxy ** 2);
  const middle = (cxx + cyy) / 2;
  return { angle, stretch: Math.sqrt((middle + root) / Math.max(middle - root, 0.05)) };
}

/**
 * Lines of text of a detector's map (how likely each pixel is text, 0 to 1), in pixels of the map, from the top down.
 * Long lines say how far the paper is turned; short ones are too round to know.
 */
export function stripsOf(map: Float32Array, width: number, height: number): Strip[] {
  const spots = spotsOf(map, width, height).map((spot) => ({ spot, ...turnOf(spot) }));
  const long = spots.filter(({ stretch, angle }) => stretch > 5 && Math.abs(angle) < Math.PI / 4);
  const turns = long.map(({ angle }) => angle).sort((a, b) => a - b);
  const usual = turns[Math.floor(turns.length / 2)] ?? 0;
  return spots
    .map(({ spot, stretch, angle: own }) => {
      const angle = stretch > 5 && Math.abs(own - usual) < 0.2 ? own : usual;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (const at of spot.pixels) {
        const x = at % width;
        const y = (at - x) / width;
        const [along, down] = [x * cos + y * sin, y * cos - x * sin];
        left = Math.min(left, along);
        right = Math.max(right, along);
        top = Math.min(top, down);
        bottom = Math.max(bottom, down);
      }
      const [wide, high] = [right - left + 1, bottom - top + 1];
      const more = (SPREAD * wide * high) / (wide + high);
      const [along, down] = [(left + right + 1) / 2, (top + bottom + 1) / 2];
      return {
        x: along * cos - down * sin,
        y: along * sin + down * cos,
        width: wide + more,
        height: high + more,
        angle,
      };
    })
    .sort((a, b) => a.y - b.y);
}
