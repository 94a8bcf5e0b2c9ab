import { describe, expect, it, test } from 'vitest';
import { alphabetOf, decodeLine } from '#files/reading/decode.ts';
import type { Models } from '#files/reading/models.ts';
import { inOrder, slopeOf } from '#files/reading/order.ts';
import { cutStrip, planesOf, type Pixels, type Scale, type Strip } from '#files/reading/pixels.ts';
import { readPicture, type ReadPicture } from '#files/reading/readPicture.ts';
import { stripsOf } from '#files/reading/strips.ts';

const AS_IT_IS: Scale = { mean: [0, 0, 0], deviation: [1, 1, 1] };

/** A detector's map in which these turned rectangles are text. */
function mapOf(width: number, height: number, bars: readonly Strip[]): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    return bars.some((bar) => {
      const [dx, dy] = [x - bar.x, y - bar.y];
      const across = dx * Math.cos(bar.angle) + dy * Math.sin(bar.angle);
      const down = dy * Math.cos(bar.angle) - dx * Math.sin(bar.angle);
      return Math.abs(across) <= bar.width / 2 && Math.abs(down) <= bar.height / 2;
    })
      ? 0.9
      : 0.05;
  });
}

describe('lines of text on a map of what is text', () => {
  test.each([0, 0.1, -0.15])('are found with their turn of %f and somewhat larger', (angle) => {
    const [strip, ...others] = stripsOf(mapOf(200, 120, [{ x: 100, y: 60, width: 120, height: 8, angle }]), 200, 120);
    expect(others).toEqual([]);
    expect(strip?.x).toBeCloseTo(100, 0);
    expect(strip?.y).toBeCloseTo(60, 0);
    expect(strip?.angle).toBeCloseTo(angle, 1);
    expect(strip?.width).toBeGreaterThan(120);
    expect(strip?.height).toBeGreaterThan(12);
    expect(strip?.height).toBeLessThan(28);
  });

  it('a short one is turned as the long ones are; what is faint, or dust, is none', () => {
    const map = mapOf(200, 120, [
      { x: 100, y: 40, width: 140, height: 8, angle: 0.1 },
      { x: 100, y: 90, width: 10, height: 8, angle: 0.1 },
      { x: 20, y: 100, width: 2, height: 2, angle: 0 },
    ]).map((value, at) => (at < 200 * 10 ? 0.4 : value));
    const strips = stripsOf(map, 200, 120);
    expect(strips).toHaveLength(2);
    expect(strips[1]?.angle).toBeCloseTo(0.1, 1);
  });

  it('an empty map has none', () => expect(stripsOf(new Float32Array(64), 8, 8)).toEqual([]));
});

/** Black but for what `white` says. */
function pixelsOf(width: number, height: number, white: (x: number, y: number) => boolean): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++)
    data.fill(white(at % width, Math.floor(at / width)) ? 255 : 0, at * 4, at * 4 + 4);
  return { width, height, data };
}

describe('pixels as a model takes them', () => {
  it('are averaged where the picture gets smaller', () => {
    const planes = planesOf(
      pixelsOf(4, 2, (x) => x % 2 === 0),
      2,
      1,
      AS_IT_IS,
    );
    expect([...planes]).toEqual(Array(6).fill(0.5));
  });

  it('a strip is cut out upright, its proportions kept, with nothing behind its end', () => {
    const angle = 0.2;
    // White above the strip's own middle, black below: on the cut the edge is level.
    const upper = pixelsOf(
      200,
      100,
      (x, y) => (y + 0.5 - 50) * Math.cos(angle) - (x + 0.5 - 100) * Math.sin(angle) < 0,
    );
    const strip: Strip = { x: 100, y: 50, width: 100, height: 20, angle };
    const { planes, width } = cutStrip(upper, strip, 20, AS_IT_IS);
    expect(width).toBe(128);
    const rowOf = (row: number): Float32Array => planes.slice(row * width, row * width + 100);
    expect(rowOf(4).every((value) => value > 0.9)).toBe(true);
    expect(rowOf(15).every((value) => value < 0.1)).toBe(true);
    expect(planes.slice(100, width).every((value) => value === 0)).toBe(true);
  });
});

describe('READ-9 the signs of a line', () => {
  const alphabet = alphabetOf('a\nb\r\n1\n');
  /** Steps as lists of the likeliest sign with its score, and how likely a space is. */
  const scoresOf = (steps: readonly (readonly [string, number, number?])[]): Float32Array =>
    Float32Array.from(
      steps.flatMap(([sign, score, space = 0]) =>
        alphabet.map((one, index) => (one === sign && index !== alphabet.length - 1 ? score : one === ' ' ? space : 0)),
      ),
    );

  it('are those of the dictionary between none and the space', () =>
    expect(alphabet).toEqual(['', 'a', 'b', '1', ' ']));

  test.each<[string, Parameters<typeof scoresOf>[0], string | null]>([
    [
      'a sign counts once until another is likelier',
      [
        ['a', 0.9],
        ['a', 0.8],
        ['b', 0.9],
      ],
      'ab',
    ],
    [
      'and again after none',
      [
        ['a', 0.9],
        ['', 0.9],
        ['a', 0.9],
      ],
      'aa',
    ],
    [
      'a space that the model all but saw is put back',
      [
        ['a', 0.9],
        ['', 0.9, 0.05],
        ['1', 0.9],
      ],
      'a 1',
    ],
    [
      'also under the next sign',
      [
        ['a', 0.9],
        ['1', 0.9, 0.04],
      ],
      'a 1',
    ],
    [
      'a fainter one is none',
      [
        ['a', 0.9],
        ['', 0.9, 0.02],
        ['1', 0.9],
      ],
      'a1',
    ],
    [
      'nor one before the first sign',
      [
        ['', 0.9, 0.5],
        ['a', 0.9],
      ],
      'a',
    ],
    [
      'a line without signs is none',
      [
        ['', 0.9],
        ['', 0.9],
      ],
      null,
    ],
  ])('%s', (_, steps, text) => expect(decodeLine(scoresOf(steps), alphabet)?.text ?? null).toBe(text));

  it('have a score: how sure the model is of them', () => {
    expect(
      decodeLine(
        scoresOf([
          ['a', 0.9],
          ['b', 0.5],
        ]),
        alphabet,
      )?.score,
    ).toBeCloseTo(0.7);
  });
});

const strip = (x: number, y: number, width: number): Strip => ({ x: x + width / 2, y, width, height: 20, angle: 0 });
const SHOP = strip(100, 20, 300);
const ITEM = [strip(20, 200, 200), strip(420, 200, 70)];
const TOTAL = [strip(20, 300, 100), strip(420, 300, 70)];
const THANKS = strip(60, 400, 350);

describe('READ-10 the lines of the total first', () => {
  it('rows of the lower part that end in an amount go before the rest, with what stands in them', () => {
    const { first, rest } = inOrder([SHOP, ...ITEM, ...TOTAL, THANKS]);
    expect(first).toEqual([...ITEM, ...TOTAL]);
    expect(rest).toEqual([SHOP, THANKS]);
  });

  it('also on paper that is turned', () => {
    const turned = [SHOP, ...ITEM, ...TOTAL, THANKS].map((one) => ({ ...one, y: one.y + 0.1 * one.x, angle: 0.0997 }));
    expect(slopeOf(turned)).toBeCloseTo(0.1);
    expect(inOrder(turned).first).toHaveLength(4);
  });

  it('of nothing there is nothing', () => expect(inOrder([])).toEqual({ first: [], rest: [] }));

  const LINES = ['CITY TAXI', 'FARE', '100.00', 'Grand Total', '100.00', 'Thank you'];
  /** A model that finds these lines and reads each as the text of its row. */
  function modelsOf(strips: readonly Strip[], texts: readonly string[]): Models {
    const alphabet = ['', ...new Set(texts.join('').replaceAll(' ', '')), ' '];
    let next = 0;
    const { first, rest } = inOrder(strips);
    const inTurn = [...first, ...rest].map((one) => texts[strips.indexOf(one)] ?? '');
    return {
      alphabet,
      close: () => Promise.resolve(),
      detect: (_planes, width, height) =>
        Promise.resolve(
          mapOf(
            width,
            height,
            strips.map((one) => ({ ...one, width: one.width - 4, height: 8 })),
          ),
        ),
      recognise: () => {
        const signs = [...(inTurn[next++] ?? '')].flatMap((sign) => ['', sign]);
        return Promise.resolve(
          Float32Array.from(signs.flatMap((sign) => alphabet.map((one) => (one === sign ? 0.99 : 0)))),
        );
      },
    };
  }
  const picture = {
    width: 512,
    height: 416,
    pixels: () => Promise.resolve(pixelsOf(512, 416, () => true)),
  };

  it('a sure total is told while the rest is still to come', async () => {
    const early: ReadPicture[] = [];
    const all = await readPicture(
      picture,
      modelsOf([SHOP, ...ITEM, ...TOTAL, THANKS], LINES),
      '2026-03-31',
      async (one) => void early.push(one),
    );
    expect(early.map(({ reading }) => [reading.total?.value, reading.merchant])).toEqual([[10_000, null]]);
    expect(all?.reading.total).toMatchObject({ value: 10_000, confidence: 'sure' });
    expect(all?.reading.merchant?.value).toBe('CITY TAXI');
  });

  it('a page without text is null', async () => {
    expect(await readPicture(picture, modelsOf([], []), '2026-03-31', async () => undefined)).toBeNull();
  });
});
