import { describe, expect, it, test } from 'vitest';
import { MAX_BILLS, MAX_PAPER_GROUPS, MAX_PAPER_TIMES, MAX_READ_TEXT, MAX_SIGNED_CODE } from '#contract/limits.ts';
import type { Found } from '#domain/billReading/pieces.ts';
import type { BillReading } from '#domain/billReading/read.ts';
import { parseReadings, suggestedOf } from '#domain/billReading/suggested.ts';
import { SELLER } from '#tests/support/gstCodes.ts';
import { fc } from '#tests/support/property.ts';

const print = 'a'.repeat(64);
const found = <V>(value: V, confidence: 'sure' | 'offered' = 'offered'): Found<V> => ({
  value,
  confidence,
  from: { x: 0, y: 0, width: 1, height: 1 },
});
const NOTHING: BillReading = {
  kind: 'bill',
  total: null,
  day: null,
  merchant: null,
  number: null,
  taxNumber: null,
  tax: null,
  currency: 'INR',
  paper: { groups: [], times: [] },
};
const paper = { groups: [3, 7], times: [152] };

describe('READ-12 what is sent of a reading', () => {
  test.each<[string, Partial<BillReading>, object]>([
    ['nothing', {}, {}],
    [
      'a bill',
      {
        total: found(34_750, 'sure'),
        day: found('2026-07-10', 'sure'),
        merchant: found('Hotel Annapoorna'),
        number: found('A/117'),
        taxNumber: found(SELLER, 'sure'),
      },
      {
        total: 347.5,
        day: '2026-07-10',
        merchant: 'Hotel Annapoorna',
        billNumber: 'A/117',
        gstin: SELLER,
        sure: ['total', 'day', 'gstin'],
      },
    ],
    [
      'a payment',
      { kind: 'payment', total: found(9_900), number: found('412345678901', 'sure') },
      { total: 99, upiReference: '412345678901', sure: ['upiReference'] },
    ],
    ['another currency', { total: found(900, 'sure'), currency: 'MYR', taxNumber: found('000123456789') }, {}],
    ['a bill whose paper is known', { day: found('2026-07-10'), paper }, { day: '2026-07-10', paper }],
    ['a paper alone', { paper }, {}],
    ['a long name', { merchant: found('x'.repeat(MAX_READ_TEXT + 1)) }, { merchant: 'x'.repeat(MAX_READ_TEXT) }],
  ])('of %s', (_, reading, sent) => {
    expect(suggestedOf({ ...NOTHING, ...reading })).toEqual(sent);
  });
});

describe('READ-12 what is kept of it', () => {
  it('is what was sent, amounts in paise', () => {
    const sent = { fingerPrint: print, total: 347.5, day: '2026-07-10', merchant: ' Hotel  X ', sure: ['total'] };
    expect(parseReadings([{ ...sent, code: ' a.b.c ' }])).toEqual(
      new Map([
        [
          print,
          {
            suggestions: { total: 34_750, day: '2026-07-10', merchant: 'Hotel X', sure: ['total'] },
            code: 'a.b.c',
            paper: null,
          },
        ],
      ]),
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['an amount', { total: 'much' }],
    ['a day', { day: '2026-02-30' }],
    ['a merchant', { merchant: 'x'.repeat(MAX_READ_TEXT + 1) }],
    ['a bill number', { billNumber: '<b>' }],
    ['a GSTIN', { gstin: SELLER.replace(/.$/, '#') }],
    ['a UPI reference', { upiReference: '1234' }],
    ['what is sure', { sure: 'total' }],
    ['what is sure of what is not there', { sure: ['day', 'nothing'] }],
    ['a code', { code: 'x'.repeat(MAX_SIGNED_CODE + 1) }],
    ['a paper', { paper: 'x' }],
    ['a paper of no groups', { paper: { groups: [], times: [1] } }],
    ['something newer', { weather: 'fine' }],
  ])('is the rest where %s is not one', (_, wrong) => {
    const kept = parseReadings([{ fingerPrint: print, upiReference: '412345678901', ...wrong }]).get(print);
    const expected =
      'upiReference' in wrong ? undefined : { suggestions: { upiReference: '412345678901' }, code: null, paper: null };
    expect(kept).toEqual(expected);
  });

  test.each<[string, unknown, unknown]>([
    ['what was sent', paper, paper],
    ['whole numbers', { groups: [3, 'x', 7, 1.5, null, -1, 2 ** 20], times: [152, 720] }, paper],
    ['each once', { groups: [3, 3, 7], times: [152, 152] }, paper],
    ['of no times', { groups: [3, 7] }, { groups: [3, 7], times: [] }],
  ])('DOC-23 is of a paper %s', (_, sent, kept) => {
    expect(parseReadings([{ fingerPrint: print, total: 1, paper: sent }]).get(print)?.paper).toEqual(kept);
  });

  it('DOC-23 is no more of a paper than is sent of one', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => at % 700);
    const kept = parseReadings([{ fingerPrint: print, total: 1, paper: { groups: many, times: many } }]).get(print);
    expect(kept?.paper?.groups).toHaveLength(MAX_PAPER_GROUPS);
    expect(kept?.paper?.times).toHaveLength(MAX_PAPER_TIMES);
  });

  it('is of as many bills as a claim may have', () => {
    const many = Array.from({ length: MAX_BILLS + 5 }, (_, n) => ({ fingerPrint: `bill ${n}`, total: 1 }));
    expect(parseReadings(many).size).toBe(MAX_BILLS);
  });

  it('never refuses, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.dictionary(fc.string(), fc.anything())), (one, several) => {
        parseReadings(one);
        parseReadings(several.map((each) => ({ fingerPrint: print, ...each })));
      }),
    );
  });
});
