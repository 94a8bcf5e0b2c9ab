import { describe, expect, it } from 'vitest';
import { findSheet, type Grey } from '#files/camera/findSheet.ts';
import { inset, type Quad } from '#files/camera/quad.ts';
import { fc } from '#tests/support/property.ts';
import { anyQuad, sheetScene, type SceneLevels } from '#tests/support/sheets.ts';

/** How far the worst corner is off, in parts of the picture; 1 where no sheet was found. */
function error(found: Quad | null, quad: Quad): number {
  if (!found) return 1;
  return Math.max(...quad.map(({ x, y }, at) => Math.hypot(x - (found[at]?.x ?? 9), y - (found[at]?.y ?? 9))));
}

const plain = (level: (x: number, y: number) => number): Grey => ({
  data: Uint8Array.from({ length: 240 * 320 }, (_, at) => level(at % 240, Math.trunc(at / 240))),
  width: 240,
  height: 320,
});

describe('finding the sheet in a photo', () => {
  it('DOC-19: finds the corners of paper on a darker table, however it lies', () => {
    fc.assert(
      fc.property(anyQuad, (quad) => {
        expect(error(findSheet(sheetScene(quad)), quad)).toBeLessThan(0.02);
      }),
    );
  });

  it.each<[string, Partial<SceneLevels>]>([
    ['in dim light', { table: 25, paper: 95, ink: 30 }],
    ['where the light falls from one side', { shade: 45 }],
    ['on a light table', { table: 150, paper: 235 }],
  ])('DOC-19: %s too', (_, levels) => {
    const quad: Quad = [
      { x: 0.2, y: 0.1 },
      { x: 0.84, y: 0.17 },
      { x: 0.9, y: 0.88 },
      { x: 0.1, y: 0.8 },
    ];
    expect(error(findSheet(sheetScene(quad, levels)), quad)).toBeLessThan(0.02);
  });

  it.each<[string, Grey]>([
    ['nothing but a table', plain(() => 90)],
    ['paper on paper', sheetScene(inset(0.2), { table: 210 })],
    ['paper over the whole picture', sheetScene(inset(0))],
    ['a plate', plain((x, y) => (Math.hypot(x - 120, y - 160) < 90 ? 230 : 60))],
    ['a small note', sheetScene(inset(0.4))],
    ['a bright corner', plain((x, y) => (x + y < 120 ? 240 : 40))],
    ['stripes', plain((x) => (x % 20 < 10 ? 240 : 40))],
    ['one pixel', { data: new Uint8Array([200]), width: 1, height: 1 }],
  ])('DOC-19: proposes nothing for %s', (_, grey) => {
    expect(findSheet(grey)).toBeNull();
  });

  it('DOC-19: takes the largest of several', () => {
    const quad = inset(0.25);
    const { data, width, height } = sheetScene(quad);
    for (let y = 4; y < 60; y += 1) data.fill(230, y * width + 4, y * width + 50);
    expect(error(findSheet({ data, width, height }), quad)).toBeLessThan(0.02);
  });
});
