import { describe, expect, it } from 'vitest';
import { strokeFrom, strokeTo, swiped } from '#list/deck/swipe.ts';

const along = (points: readonly (readonly [number, number])[]) =>
  points.reduce((stroke, [x, y]) => strokeTo(stroke, x, y), strokeFrom(200, 300));

describe('MGR-35: a finger across a card of 300 pixels', () => {
  it.each<[string, [number, number][], 'approve' | 'reject' | null]>([
    ['to the right, 40 in 100', [[320, 300]], 'approve'],
    ['to the left, 40 in 100', [[80, 305]], 'reject'],
    ['a pixel less', [[319, 300]], null],
    ['a pixel less to the left', [[81, 300]], null],
    [
      'far, and back again',
      [
        [340, 300],
        [230, 300],
      ],
      null,
    ],
    ['a tap', [[203, 302]], null],
    ['down', [[200, 500]], null],
    [
      'a scroll that turns into a swipe stays a scroll',
      [
        [204, 330],
        [400, 330],
      ],
      null,
    ],
    [
      'a swipe that turns down stays a swipe',
      [
        [240, 302],
        [340, 420],
      ],
      'approve',
    ],
    [
      'as much down as across',
      [
        [220, 320],
        [400, 320],
      ],
      null,
    ],
  ])('%s', (_, points, decision) => {
    expect(swiped(along(points), 300)).toBe(decision);
  });

  it('decides nothing on a card that has no width yet', () => {
    expect(swiped(along([[400, 300]]), 0)).toBeNull();
  });
});
