import { describe, expect, it, test } from 'vitest';
import type { BillReadingAnswer } from '#contract/reading.ts';
import { closestBills, comparedBills, type ComparedBill } from '#domain/billReading/compared.ts';
import { fc } from '#tests/support/property.ts';
import { E_INVOICE, gstinOf, SELLER } from '#tests/support/gstCodes.ts';

const bill = (fingerPrint: string, reading?: BillReadingAnswer): ComparedBill => ({ fingerPrint, reading });
const INVOICE: BillReadingAnswer = {
  total: 99,
  code: 'verified',
  eInvoice: { ...E_INVOICE, irn: '0123456789abcdef' },
};

describe('DOC-24 what two bills say', () => {
  test.each<[string, BillReadingAnswer | undefined, BillReadingAnswer | undefined, string[], string[]]>([
    ['nothing', undefined, { total: 12 }, [], []],
    [
      'what is the same',
      { total: 347, day: '2026-07-08' },
      { total: 347, day: '2026-07-08' },
      ['total ₹347.00', 'day 08-07-2026'],
      [],
    ],
    [
      'what differs',
      { total: 347, day: '2026-07-08' },
      { total: 384, day: '2026-07-08' },
      ['day 08-07-2026'],
      ['total ₹347.00 and ₹384.00'],
    ],
    ['a number, however it is printed', { billNumber: 'A/0012' }, { billNumber: 'a-0012' }, ['bill number A/0012'], []],
    [
      'seller and payment',
      { gstin: SELLER, upiReference: '412345678901' },
      {
        gstin: gstinOf(7),
        upiReference: '412345678901',
      },
      ['UPI payment 412345678901'],
      [`GSTIN of the seller ${SELLER} and ${gstinOf(7)}`],
    ],
    [
      'a verified code before what was read',
      INVOICE,
      { total: 1_240, billNumber: 'kh26-27/7', gstin: SELLER },
      ['total ₹1,240.00', 'bill number KH/26-27/7', `GSTIN of the seller ${SELLER}`],
      [],
    ],
    [
      'the e-invoice',
      INVOICE,
      INVOICE,
      [
        'total ₹1,240.00',
        'day 08-07-2026',
        'bill number KH/26-27/7',
        `GSTIN of the seller ${SELLER}`,
        'e-invoice 01234567…',
      ],
      [],
    ],
  ])('is %s', (_, one, other, same, different) => {
    expect(comparedBills(bill('a', one), bill('b', other))).toEqual({ same, different });
    expect(comparedBills(bill('a', one), bill('a', other)).same).toEqual(['file', ...same]);
  });

  it('is said alike from either side, but for the order', () => {
    const read = fc.record(
      {
        total: fc.constantFrom(1, 2),
        day: fc.constantFrom('2026-07-08', '2026-07-09'),
        billNumber: fc.constantFrom('1', 'A1'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(read, read, (one, other) => {
        const [here, there] = [
          comparedBills(bill('a', one), bill('b', other)),
          comparedBills(bill('b', other), bill('a', one)),
        ];
        expect(here.same).toEqual(there.same);
        expect(here.different).toHaveLength(there.different.length);
      }),
    );
  });

  it('of several bills those are shown that have most in common, the same file before all', () => {
    const [tea, cab] = [bill('tea', { total: 30, day: '2026-07-08' }), bill('cab', { total: 450, day: '2026-07-08' })];
    expect(closestBills([tea, cab], [bill('photo', { total: 450, day: '2026-07-08' })])).toEqual([1, 0]);
    expect(closestBills([tea, cab], [bill('photo', { total: 450, day: '2026-07-08' }), bill('tea')])).toEqual([0, 1]);
    expect(closestBills([tea], [])).toEqual([0, 0]);
  });
});
