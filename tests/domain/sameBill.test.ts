import { describe, expect, it, test } from 'vitest';
import type { Suggestions } from '#domain/billReading/suggested.ts';
import type { GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { billNumberKey } from '#domain/billNumberKey.ts';
import { sameOf, sellerBillOf, type BillMarks } from '#domain/sameBill.ts';
import type { Paper } from '#domain/samePaper.ts';
import { gstinOf, SELLER } from '#tests/support/gstCodes.ts';
import { fc } from '#tests/support/property.ts';

const sign = fc.constantFrom(...'ABCXYZ0123456789');
const number = fc
  .array(sign, { minLength: 1, maxLength: 16 })
  .filter((signs) => signs.some((one) => /[1-9]/.test(one)));

describe('DOC-21 a bill number as it is compared', () => {
  test.each([
    ['KH/26-27/7', 'KH26277'],
    ['kh 26-27 7', 'KH26277'],
    ['#0012', '12'],
    ['INV-0012', 'INV0012'],
    ['12', '12'],
    ['A1', 'A1'],
    ['\u00e9-7', '7'],
    ['ABC', null],
    ['000', null],
    ['-/.', null],
    ['', null],
  ])('%s is %s', (given, expected) => {
    expect(billNumberKey(given)).toBe(expected);
  });

  it('is the same whatever case it is in and what stands between its signs', () => {
    fc.assert(
      fc.property(
        number,
        fc.array(fc.constantFrom('', '-', '/', ' ', '.', '#')),
        fc.boolean(),
        (signs, between, low) => {
          const plain = signs.join('');
          const printed = signs.map((one, at) => one + (between[at] ?? '')).join('');
          expect(billNumberKey(low ? printed.toLowerCase() : printed)).toBe(billNumberKey(plain));
          expect(billNumberKey(`00${printed}`)).toBe(billNumberKey(plain));
        },
      ),
    );
  });

  it('is another one where letters or digits differ, but for zeros before them', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [a, b] = [one, other].map((signs) => signs.join('').replace(/^0+/, ''));
        expect(billNumberKey(one.join('')) === billNumberKey(other.join(''))).toBe(a === b);
      }),
    );
  });

  it('stays what it is when it is made once more', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const key = billNumberKey(text);
        if (key !== null) expect(billNumberKey(key)).toBe(key);
      }),
    );
  });
});

describe('DOC-21 seller and number of a bill', () => {
  const OTHER = gstinOf(99);
  const invoice: GstInvoice = {
    seller: SELLER,
    buyer: null,
    kind: 'INV',
    number: 'KH/7',
    day: '2026-03-31',
    value: 1_00,
    items: null,
    hsn: null,
    irn: 'a'.repeat(64),
    irnDay: '2026-03-31',
  };
  const verified = (more: Partial<GstInvoice> = {}): GstInvoice => ({ ...invoice, ...more });
  const read: Suggestions = { gstin: OTHER, billNumber: 'b-12', day: '2026-04-01' };

  test.each<[string, Suggestions | null, GstInvoice | null, [string, number | null] | null]>([
    ['as they were read', read, null, [`${OTHER} B12`, 2026]],
    ['of no day', { gstin: OTHER, billNumber: 'b-12' }, null, [`${OTHER} B12`, null]],
    ['without a number', { gstin: OTHER, day: '2026-04-01' }, null, null],
    ['without a seller', { billNumber: 'b-12' }, null, null],
    ['with a number of no digits', { gstin: OTHER, billNumber: '00' }, null, null],
    ['of a verified invoice, by its day', null, verified(), [`${SELLER} KH7`, 2025]],
    ['of a verified invoice before what was read', read, verified(), [`${SELLER} KH7`, 2025]],
    ['of a note, which has numbers of its own', read, verified({ kind: 'CRN' }), null],
    ['of a bill of which nothing was read', null, null, null],
  ])('%s', (_, reading, signed, expected) => {
    const found = sellerBillOf(reading, signed);
    expect(found && [found.key, found.year]).toEqual(expected);
  });
});

describe('DOC-21 what is the same of two bills', () => {
  const bill = (more: Partial<BillMarks> = {}): BillMarks => ({
    fingerPrint: 'one',
    irn: undefined,
    sellerBill: null,
    upiReference: undefined,
    paper: null,
    ...more,
  });
  const number = (year: number | null, key = `${SELLER} 7`) => ({ sellerBill: { key, year } });
  const paper: Paper = { groups: [1, 2, 3, 4, 5], times: [], total: 100, day: '2026-07-01' };

  test.each<[string, Partial<BillMarks>, Partial<BillMarks>, ReturnType<typeof sameOf>]>([
    ['the file, whatever was read', { irn: 'a' }, { fingerPrint: 'one', irn: 'b' }, 'file'],
    ['the e-invoice', { irn: 'a', upiReference: '1' }, { irn: 'a', upiReference: '1' }, 'invoice'],
    ['seller and number of a year', number(2025), number(2025), 'number'],
    ['seller and number where a year is not known', number(2025), number(null), 'number'],
    ['not those of two years', number(2025), number(2026), null],
    ['not those of two sellers', number(2025), number(2025, `${gstinOf(3)} 7`), null],
    ['the payment', { upiReference: '1' }, { upiReference: '1' }, 'payment'],
    ['the paper', { paper }, { paper }, 'paper'],
    ['the payment before the paper', { paper, upiReference: '1' }, { paper, upiReference: '1' }, 'payment'],
    ['not the paper where it is known of one alone', { paper }, {}, null],
    ['nothing where nothing is known', {}, {}, null],
  ])('%s', (_, one, other, expected) => {
    const [first, second] = [bill(one), bill({ fingerPrint: 'two', ...other })];
    expect(sameOf(first, second)).toBe(expected);
  });

  it('is the same the other way round', () => {
    const some = fc.record({
      fingerPrint: fc.constantFrom('a', 'b', 'c'),
      irn: fc.constantFrom('a', 'b', undefined),
      sellerBill: fc.constantFrom(null, number(2025).sellerBill, number(2026).sellerBill, number(null).sellerBill),
      upiReference: fc.constantFrom('1', '2', undefined),
      paper: fc.constantFrom(null, paper, { ...paper, total: 2 }),
    });
    fc.assert(
      fc.property(some, some, (one, other) => {
        expect(sameOf(one, other)).toBe(sameOf(other, one));
        expect(sameOf(one, one)).toBe('file');
      }),
    );
  });
});
