import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import { formatCount, formatRupees, groupTyped, parseAmount, toPaise, toRupees, ungroup } from '#domain/money.ts';

const paise = fc.integer({ min: 1, max: 9_999_999_999 });
const paiseOf = (input: unknown) => {
  const parsed = parseAmount(input);
  return parsed.ok ? parsed.paise : parsed.message;
};

describe('an amount as sent', () => {
  test.each<[unknown, number]>([
    ['750', 75_000],
    [750, 75_000],
    [0.01, 1],
    ['0.01', 1],
    ['.5', 50],
    ['5.', 500],
    ['1.9', 190],
    [1.9, 190],
    ['0750', 75_000],
    ['1,000', 100_000],
    ['1,23,456.00', 12_345_600],
    ['123,456.00', 12_345_600],
    ['1,234,567', 123_456_700],
    ['12,34,567', 123_456_700],
    ['99999999.99', 9_999_999_999],
    [99_999_999.99, 9_999_999_999],
    [1.1, 110],
    [4.35, 435],
    [1.15, 115],
    [8.7, 870],
    ['10,00,000.5', 100_000_050],
  ])('AMT-1 AMT-4 %j is %d paise', (input, expected) => {
    expect(parseAmount(input)).toEqual({ ok: true, paise: expected });
  });

  test.each<[unknown]>([
    ['-1'],
    [-1],
    ['1e9'],
    ['0x10'],
    ['1,00,0,0'],
    ['१२३'],
    ['１２３'],
    ['1.999'],
    [1.999],
    ['=1'],
    ['+1'],
    [' 1'],
    ['1 '],
    ['₹1'],
    ['NaN'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['Infinity'],
    [1e9],
    [1e21],
    [1e-7],
    ['1.2.3'],
    ['.'],
    [','],
    ['1,,000'],
    [',100'],
    ['100,'],
    ['1,00'],
    ['1000,000'],
    ['12,34'],
    ['1.0,0'],
    ['100000000'],
    [100_000_000],
    [true],
    [[5]],
    [{ valueOf: () => 5 }],
    ['1_000'],
    ['1\u00a0000'],
    [0.1 + 0.2],
  ])('AMT-1 AMT-4 Z33 %j is refused', (input) => {
    expect(parseAmount(input).ok).toBe(false);
  });

  test.each([[undefined], [null], ['']])('AMT-6 %j is no amount, and the form’s own sentence is said', (input) => {
    expect(parseAmount(input)).toEqual({ ok: false, message: 'Please enter claim amount' });
    expect(parseAmount(input, 'Please enter amount')).toEqual({ ok: false, message: 'Please enter amount' });
  });

  test('AMT-2 Z33 0 is refused, in every spelling', () => {
    for (const zero of [0, -0, '0', '0.00', '00', '0.0']) expect(paiseOf(zero)).toBe('Amount must be more than 0');
  });

  test('AMT-3 Z33 11 characters as they stand on the wire, 12 are refused', () => {
    expect(paiseOf('99999999.99')).toBe(9_999_999_999);
    expect(paiseOf('00000000001')).toBe(100);
    expect(paiseOf('000000000001')).toBe('Amount cannot be longer than 11 characters');
    expect(paiseOf('9,99,99,999.99')).toBe('Amount cannot be longer than 11 characters');
  });

  test('AMT-3 the commas that the input adds itself do not count', () => {
    expect(paiseOf(ungroup(groupTyped('99999999.99')))).toBe(9_999_999_999);
  });

  test('AMT-5 the limit is ₹9,99,99,999.99', () => {
    expect(paiseOf(100_000_000)).toBe('Amount cannot be more than ₹9,99,99,999.99');
  });

  test('AMT-7 every amount comes back to the paisa, as number, as text and grouped', () => {
    fc.assert(
      fc.property(paise, (each) => {
        const rupees = toRupees(each);
        expect(toPaise(rupees)).toBe(each);
        expect(paiseOf(rupees)).toBe(each);
        expect(paiseOf(JSON.parse(JSON.stringify(rupees)))).toBe(each);
        expect(paiseOf(rupees.toFixed(2))).toBe(each);
        const grouped = formatRupees(rupees).slice(1);
        expect(paiseOf(ungroup(grouped))).toBe(each);
        if (grouped.length <= 11) expect(paiseOf(grouped)).toBe(each);
      }),
    );
  });

  test('AMT-1 Z33 no text at all makes anything but whole paise within the limits', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9,.]{0,12}$/),
      fc.stringMatching(/^[0-9]{1,3}(,[0-9]{2,3}){0,3}(\.[0-9]{0,3})?$/),
    );
    fc.assert(
      fc.property(fc.oneof(text, fc.double(), fc.anything()), (input) => {
        const parsed = parseAmount(input);
        if (!parsed.ok) {
          expect(parsed.message).not.toBe('');
          return;
        }
        expect(Number.isSafeInteger(parsed.paise) && parsed.paise > 0 && parsed.paise <= 9_999_999_999).toBe(true);
        // Independently: the digits alone, with the decimals filled up, are the paise.
        const [whole = '', fraction = ''] = String(input).replaceAll(',', '').split('.');
        expect(String(parsed.paise)).toBe(`${whole}${fraction.padEnd(2, '0')}`.replace(/^0+/, ''));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('an amount as shown', () => {
  test.each([
    [0, '₹0.00'],
    [1, '₹1.00'],
    [999.9, '₹999.90'],
    [1_000, '₹1,000.00'],
    [123_456, '₹1,23,456.00'],
    [12_345_678.9, '₹1,23,45,678.90'],
    [99_999_999.99, '₹9,99,99,999.99'],
    [1_234_567_890, '₹1,23,45,67,890.00'],
    [-1_500, '-₹1,500.00'],
  ])('AMT-8 %d is shown as %s', (rupees, shown) => {
    expect(formatRupees(rupees)).toBe(shown);
  });

  test('AMT-8 grouping is that of the Indian locale', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (each) => {
        const expected = (each / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
        expect(formatRupees(each / 100)).toBe(`₹${expected}`);
      }),
    );
  });

  test.each([
    ['', ''],
    ['1', '1'],
    ['1234', '1,234'],
    ['1,2345', '12,345'],
    ['123456', '1,23,456'],
    ['1234.', '1,234.'],
    ['1234.5', '1,234.5'],
    ['1234.50', '1,234.50'],
    ['.5', '.5'],
    ['.', '.'],
    ['0', '0'],
    ['007', '7'],
    ['0.5', '0.5'],
    ['₹ 1,500', '1,500'],
    ['12a3', '123'],
    ['1.2.3', '1.23'],
    ['1.999', '1.999'],
    ['-5', '5'],
    ['१२३', ''],
  ])('AMT-9 %j typed stands as %j', (typed, shown) => {
    expect(groupTyped(typed)).toBe(shown);
  });

  test('AMT-9 grouping again changes nothing, and loses no digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{0,9}(\.[0-9]{0,2})?$/), (typed) => {
        const once = groupTyped(typed);
        expect(groupTyped(once)).toBe(once);
        expect(ungroup(once)).toBe(typed);
      }),
    );
  });
});

describe('a number of things', () => {
  test('AMT-8 is grouped the Indian way, as the browser’s own format does', () => {
    const own = new Intl.NumberFormat('en-IN');
    for (const each of [0, 7, 999, 1_000, 12_345, 99_999, 100_000, 1_234_567, 17_50_543, 12_34_56_789])
      expect(formatCount(each)).toBe(own.format(each));
    fc.assert(fc.property(fc.nat(), (count) => formatCount(count) === own.format(count)));
  });
});
