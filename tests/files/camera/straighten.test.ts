import { describe, expect, it } from 'vitest';
import { inset, isSheet, withCorner, type Quad } from '#files/camera/quad.ts';
import { project, projectionTo, sheetSize, straighten, type Pixels } from '#files/camera/straighten.ts';
import { fc } from '#tests/support/property.ts';
import { anyQuad } from '#tests/support/sheets.ts';

const WHOLE = inset(0);
const SQUARE = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
] as const;

/** A picture whose colours say where in it they are: red across, green down. */
function places(width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    data.set([(255 * ((at % width) + 0.5)) / width, (255 * (Math.trunc(at / width) + 0.5)) / height, 90, 255], at * 4);
  return { data, width, height };
}

describe('straightening a photo', () => {
  it('DOC-19: the corners of the sheet become those of the picture, whatever way it lies', () => {
    fc.assert(
      fc.property(anyQuad, (quad) => {
        const projection = projectionTo(quad);
        SQUARE.forEach((corner, at) => {
          const found = project(projection, corner);
          expect(found.x).toBeCloseTo(quad[at]?.x ?? NaN, 9);
          expect(found.y).toBeCloseTo(quad[at]?.y ?? NaN, 9);
        });
      }),
    );
  });

  it('DOC-19: straight lines of the sheet are straight lines of the photo', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyQuad, part, part, part, part, (quad, x, y, toX, toY) => {
        const projection = projectionTo(quad);
        const [a, b, c] = [0, 0.37, 1].map((at) =>
          project(projection, { x: x + at * (toX - x), y: y + at * (toY - y) }),
        );
        if (!a || !b || !c) throw new Error('Three points.');
        expect((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).toBeCloseTo(0, 9);
      }),
    );
  });

  it('DOC-19: each pixel has the colour of its place in the photo', () => {
    const photo = places(120, 160);
    fc.assert(
      fc.property(anyQuad, (quad) => {
        const made = straighten(photo, quad, { width: 40, height: 50 });
        const projection = projectionTo(quad);
        for (const [column, row] of [
          [0, 0],
          [39, 0],
          [17, 23],
          [39, 49],
        ] as const) {
          const { x, y } = project(projection, { x: (column + 0.5) / 40, y: (row + 0.5) / 50 });
          const at = (row * 40 + column) * 4;
          expect(Math.abs((made.data[at] ?? 0) - 255 * x)).toBeLessThan(2);
          expect(Math.abs((made.data[at + 1] ?? 0) - 255 * y)).toBeLessThan(2);
          expect(Array.from(made.data.subarray(at + 2, at + 4))).toEqual([90, 255]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('DOC-19: the whole picture stays as it is', () => {
    const photo = places(31, 17);
    expect([...straighten(photo, WHOLE, photo).data]).toEqual([...photo.data]);
  });

  it.each<[string, Quad, { width: number; height: number }]>([
    ['a quarter', inset(0.25), { width: 300, height: 400 }],
    [
      'the longer of two sides',
      [...inset(0.25).slice(0, 3), { x: 0.25, y: 1 }] as unknown as Quad,
      { width: 361, height: 600 },
    ],
  ])('DOC-19: %s of a photo of 600 by 800 has its pixels', (_, quad, size) => {
    expect(sheetSize(quad, { width: 600, height: 800 })).toEqual(size);
  });

  it('DOC-17: a large sheet is within the long side of a bill', () => {
    expect(sheetSize(WHOLE, { width: 3_000, height: 4_000 })).toEqual({ width: 1_500, height: 2_000 });
  });
});

describe('moving a corner', () => {
  const anywhere = fc.record({
    x: fc.double({ min: -1, max: 2, noNaN: true }),
    y: fc.double({ min: -1, max: 2, noNaN: true }),
  });

  it('DOC-19: leaves a sheet within the picture, wherever it is moved', () => {
    fc.assert(
      fc.property(anyQuad, fc.array(fc.tuple(fc.nat(3), anywhere)), (quad, moves) => {
        let now: Quad = quad;
        for (const [corner, to] of moves) now = withCorner(now, corner, to);
        expect(isSheet(now)).toBe(true);
        expect(now.every(({ x, y }) => Math.min(x, y) >= 0 && Math.max(x, y) <= 1)).toBe(true);
      }),
    );
  });

  it('DOC-19: takes it where it was moved to, and not across the sheet', () => {
    const quad = inset(0.2);
    expect(withCorner(quad, 0, { x: 0.1, y: 0.3 })[0]).toEqual({ x: 0.1, y: 0.3 });
    expect(withCorner(quad, 0, { x: 0.9, y: 0.9 })).toBe(quad);
  });
});
