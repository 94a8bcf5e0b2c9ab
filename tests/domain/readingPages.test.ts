import { describe, expect, it } from 'vitest';
import { joinPages } from '#domain/billReading/joinPages.ts';
import type { Found } from '#domain/billReading/pieces.ts';
import type { BillReading } from '#domain/billReading/read.ts';
import { NOTHING_READ } from '#tests/support/nothingRead.ts';

const page = (rest: Partial<BillReading>): BillReading => ({ kind: 'bill', ...NOTHING_READ, ...rest });
const found = <Value>(value: Value, confidence: Found<Value>['confidence'] = 'offered'): Found<Value> => ({
  value,
  confidence,
  from: { x: 0, y: 0, width: 10, height: 10 },
});
const sure = <Value>(value: Value): Found<Value> => found(value, 'sure');

describe('READ-14 the pages of a scan are read as one bill', () => {
  it.each<[string, BillReading['total'][], BillReading['total']]>([
    ['the only one', [null, found(100)], found(100)],
    ['the last one: totals stand at the end', [found(100), found(200)], found(200)],
    ['a sure one before one that is offered', [sure(100), found(200)], sure(100)],
    ['two that agree', [sure(100), sure(100)], sure(100)],
    ['of two sure ones that differ neither is sure: they may be two bills', [sure(100), sure(200)], found(200)],
    ['none', [null, null], null],
  ])('total: %s', (_, totals, total) => {
    expect(joinPages(totals.map((one) => page({ total: one })))?.reading.total).toEqual(total);
  });

  it('takes everything else from the first page that says it, a sure one before others', () => {
    const { reading, homes } = joinPages([
      page({ merchant: found('Annapoorna'), day: found('2026-07-01'), taxNumber: null }),
      page({ merchant: found('Terms'), day: sure('2026-07-10'), taxNumber: sure('29AAAAA0000A1Z5'), currency: 'INR' }),
    ]) as NonNullable<ReturnType<typeof joinPages>>;
    expect(reading).toMatchObject({
      merchant: { value: 'Annapoorna' },
      day: { value: '2026-07-10', confidence: 'sure' },
      taxNumber: { value: '29AAAAA0000A1Z5' },
      currency: 'INR',
    });
    expect(homes).toEqual({ total: -1, day: 1, merchant: 0 });
  });

  it('takes the currency from the page of the total, and a number of the first page’s kind alone', () => {
    const join = (...pages: BillReading[]) => joinPages(pages)?.reading;
    expect(join(page({ currency: 'INR' }), page({ currency: 'MYR', total: found(100) }))).toMatchObject({
      currency: 'MYR',
    });
    const payment = page({ kind: 'payment', number: found('412345678901') });
    expect(join(page({}), payment)).toMatchObject({ kind: 'bill', number: null });
    expect(join(page({ number: found('B-7') }), payment)?.number?.value).toBe('B-7');
    expect(join(payment, page({ number: found('B-7') }))?.number?.value).toBe('412345678901');
  });

  it('knows the paper again by the groups of all pages, within what is sent', () => {
    const groups = (from: number): number[] => Array.from({ length: 30 }, (_, at) => from + at);
    const { reading } = joinPages([
      page({ paper: { groups: groups(0), times: [1, 2, 3] } }),
      page({ paper: { groups: groups(20), times: [3, 4, 5] } }),
    ]) as NonNullable<ReturnType<typeof joinPages>>;
    expect(reading.paper).toEqual({ groups: groups(0).concat(groups(30).slice(0, 10)), times: [1, 2, 3, 4] });
  });

  it('is nothing where no page shows text', () => expect(joinPages([])).toBeNull());
});
