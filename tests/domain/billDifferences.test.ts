import { describe, expect, test } from 'vitest';
import type { BillReadingAnswer } from '#contract/reading.ts';
import { billDifferences } from '#domain/billReading/differences.ts';
import { BUYER, SELLER } from '#tests/support/gstCodes.ts';

const invoice = (documentKind: 'INV' | 'CRN' = 'INV'): BillReadingAnswer => ({
  code: 'verified',
  eInvoice: {
    seller: SELLER,
    buyer: BUYER,
    documentKind,
    billNumber: 'A/1',
    day: '2026-07-10',
    value: 1_240,
    irn: 'a'.repeat(64),
  },
});
const total = (value: number, sure = true): BillReadingAnswer => ({ total: value, ...(sure && { sure: ['total'] }) });
const day = (value: string, sure = true): BillReadingAnswer => ({ day: value, ...(sure && { sure: ['day'] }) });

describe('READ-13 where the bills surely say something else than the claim of ₹1,240.00 on 10-07-2026', () => {
  test.each<[string, (BillReadingAnswer | undefined)[], string[]]>([
    ['nothing was read', [undefined], []],
    ['the same total', [total(1_240)], []],
    ['another total', [total(1_420)], ['The bill says ₹1,420.00']],
    ['another total that was only offered', [total(1_420, false)], []],
    ['another day', [day('2026-07-09')], ['The bill is of 09-07-2026']],
    ['another day that was only offered', [day('2026-07-09', false)], []],
    ['its verified code', [{ ...invoice(), ...total(99), ...day('2026-01-01') }], []],
    ['a credit note', [invoice('CRN')], []],
    ['a total, of two bills', [total(1_420), undefined], []],
    ['both of two bills, together', [total(1_000), total(240)], []],
    ['one of two bills', [total(1_240), total(1_420)], []],
    ['two other totals', [total(1_000), total(241)], ['The bills together say ₹1,241.00']],
    ['two other days', [day('2026-07-08'), day('2026-07-09')], ['The bills are of 08-07-2026, 09-07-2026']],
    ['one day of two bills', [day('2026-07-09'), undefined], []],
  ])('%s', (_, readings, said) => {
    const bills = readings.map((reading) => (reading ? { reading } : {}));
    expect(billDifferences({ claimAmount: 1_240, day: '2026-07-10', bills })).toEqual(said);
  });

  test('no bills, nothing said', () => {
    expect(billDifferences({ claimAmount: 1_240, day: '2026-07-10', bills: [] })).toEqual([]);
  });
});
