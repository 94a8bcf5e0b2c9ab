import { describe, expect, test } from 'vitest';
import { MAX_REMARKS } from '#contract/limits.ts';
import { remarkWith, textOfShare } from '#domain/sharedText.ts';
import { parseRemarks } from '#domain/text.ts';
import { fc } from '#tests/support/property.ts';

const LONG = 'x'.repeat(MAX_REMARKS);

describe('INB-3: the words of a share', () => {
  test.each([
    [{}, ''],
    [{ text: '  Rs 450.00 paid \r\n to City Cabs ' }, 'Rs 450.00 paid \n to City Cabs'],
    [
      { title: 'City Cabs', text: 'Ride of today', url: 'https://cabs.test/1' },
      'City Cabs\nRide of today\nhttps://cabs.test/1',
    ],
    [
      { title: 'City Cabs', text: 'Your ride with City Cabs https://cabs.test/1', url: 'https://cabs.test/1' },
      'Your ride with City Cabs https://cabs.test/1',
    ],
    [{ title: 'Receipt', text: 'Receipt' }, 'Receipt'],
    [{ title: '', text: LONG, url: 'https://cabs.test/1' }, `${LONG.slice(1)}…`],
  ])('%o reads %s', (words, text) => {
    expect(textOfShare(words)).toBe(text);
  });

  test.each([
    ['', ['Rs 450.00 paid'], 'Rs 450.00 paid'],
    ['Airport', ['Rs 450.00 paid'], 'Airport\nRs 450.00 paid'],
    ['Airport\nRs 450.00 paid, by UPI', ['Rs 450.00 paid'], 'Airport\nRs 450.00 paid, by UPI'],
    ['Airport', ['a ride', 'a ride', ''], 'Airport\na ride'],
    ['Airport', ['one', 'two'], 'Airport\none\ntwo'],
    [LONG, ['more'], LONG],
    [LONG.slice(5), ['and more'], `${LONG.slice(5)}\nand…`],
  ])('%s with %j', (typed, words, remark) => {
    expect(remarkWith(typed, words)).toBe(remark);
  });

  test('whatever comes: what was typed stays in front, and a remark that fits still fits', () => {
    const typed = fc.string({ maxLength: MAX_REMARKS }).filter((text) => parseRemarks(text).ok);
    fc.assert(
      fc.property(typed, fc.array(fc.string({ maxLength: 3_000 }), { maxLength: 4 }), (before, words) => {
        const remark = remarkWith(
          before,
          words.map((text) => textOfShare({ text })),
        );
        expect(remark.startsWith(before)).toBe(true);
        expect(remark.length).toBeLessThanOrEqual(MAX_REMARKS);
        expect(
          remarkWith(
            remark,
            words.map((text) => textOfShare({ text })),
          ),
        ).toHaveLength(remark.length);
      }),
    );
  });
});
