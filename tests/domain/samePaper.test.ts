import { describe, expect, it, test } from 'vitest';
import { MAX_PAPER_GROUPS, MAX_PAPER_TIMES } from '#contract/limits.ts';
import { groupHash } from '#domain/billReading/groupHash.ts';
import { paperMarksOf } from '#domain/billReading/paperMarks.ts';
import { rowsOf } from '#domain/billReading/pieces.ts';
import { readPieces } from '#domain/billReading/read.ts';
import { paperOf } from '#domain/sameBill.ts';
import { isSamePaper, paperKeysOf, SHARED_GROUPS, type Paper } from '#domain/samePaper.ts';
import { gstinOf } from '#tests/support/gstCodes.ts';
import { fc } from '#tests/support/property.ts';

/** A piece of text for each line. */
const piecesOf = (text: string) =>
  text.split('\n').map((line, at) => ({ text: line, x: 0, y: 30 * at, width: 10 * line.length, height: 20 }));
const marksOf = (text: string) => paperMarksOf(rowsOf(piecesOf(text)));

describe('DOC-23 what a paper is known again by', () => {
  test.each<[string, string, string]>([
    ['however an amount is parted', 'Total 1,234.50', '1234,50'],
    ['with a blank that recognition puts in', 'Rice 1 120 .00', 'Rice 120.00'],
    ['with O for a zero', 'Paid 120.0O', 'Paid 120.00'],
    ['whatever words stand around', 'Inv: KH/0042-17 of', '0042/17'],
    ['in whatever order', '4711 fish\n0815', '0815\n4711'],
  ])('is the same %s', (_, one, other) => {
    expect(marksOf(one)).toEqual(marksOf(other));
    expect(marksOf(one).groups).not.toEqual([]);
  });

  test.each<[string, number[]]>([
    ['14:32', [152]],
    ['2:32 PM', [152]],
    ['14 : 32:07', [152]],
    ['08:15 to 20:15', [495]],
    ['12:05 AM', [5]],
    ['24:00 7:60 1:2 11:22:33:44 5', [682]],
  ])('has of %s the minutes of a half day', (text, times) => {
    expect(marksOf(text)).toEqual({ groups: [], times });
  });

  it('is nothing of fewer than three digits', () => {
    expect(marksOf('Table 12, 2 x 9.5 %\n7')).toEqual({ groups: [], times: [] });
  });

  it('has nothing that a telephone or card number could be told from', () => {
    const { groups } = marksOf('Tel 98765 43210, +91-9876543210\nCard 4111111111111111');
    expect(groups.every((group) => group >= 0 && group < 2 ** 20)).toBe(true);
    expect(JSON.stringify(groups)).not.toMatch(/98765|43210|4111/);
  });

  it('is bounded, with the longest groups first', () => {
    const long = Array.from({ length: MAX_PAPER_GROUPS }, (_, at) => `${90_000_000 + at * 7}`);
    const short = Array.from({ length: 100 }, (_, at) => `${100 + at}`);
    const times = Array.from({ length: 60 }, (_, at) => `3:${String(at).padStart(2, '0')}`);
    const marks = marksOf([...short, ...long, ...times].join('\n'));
    expect(marks.groups).toEqual(marksOf(long.join('\n')).groups);
    expect(marks.times).toHaveLength(MAX_PAPER_TIMES);
  });
});

const HEAD = [
  'Hotel Annapoorna',
  '12 Race Course Road, Coimbatore 641018',
  'Tel 0422-2214433',
  `GSTIN ${gstinOf(3)}`,
  'FSSAI 12421003000987',
].join('\n');
interface Printed {
  number?: string;
  day?: string;
  time?: string;
  amounts?: readonly string[];
}
const DINNER = ['180.00', '120.00', '47.00'];
const printed = ({ number = '4711', day = '12/07/2026', time = '20:41', amounts = DINNER }: Printed = {}): string =>
  [
    HEAD,
    `Bill No: ${number}`,
    `Date: ${day} ${time}`,
    ...amounts.map((amount, at) => `Dish ${at} ${amount}`),
    `Total ${amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2)}`,
  ].join('\n');
function read(text: string): Paper {
  const { total, day, number, taxNumber, paper } = readPieces(piecesOf(text), '2026-08-01');
  return paperOf(
    {
      ...(total && { total: total.value }),
      ...(day && { day: day.value }),
      ...(number && { billNumber: number.value }),
      ...(taxNumber && { gstin: taxNumber.value }),
    },
    paper,
    undefined,
  ) as Paper;
}

describe('DOC-23 photos of one paper', () => {
  test.each<[string, string, string, boolean]>([
    ['read alike', printed(), printed(), true],
    ['cut off above', printed(), printed().split('\n').slice(2).join('\n'), true],
    [
      'with a digit misread here and there',
      printed(),
      printed().replace('641018', '641013').replace('987', '937'),
      true,
    ],
    ['with its time lost', printed(), printed({ time: '' }), true],
    ['with its number lost', printed(), printed().replace('Bill No: ', ''), true],
    ['with its day lost', printed(), printed({ day: '' }), true],
    ['of another day', printed(), printed({ day: '13/07/2026' }), false],
    ['of another sum', printed(), printed({ amounts: ['180.00', '120.00', '48.00'] }), false],
    ['of another number, shop, day and sum alike', printed(), printed({ number: '4712' }), false],
    [
      'of another time, where no number was read',
      printed({ time: '20:41' }).replace('Bill No: ', ''),
      printed({ time: '20:52', number: '4712' }).replace('Bill No: ', ''),
      false,
    ],
    [
      'of another time, beside hours that all bills of the shop have',
      `${printed({ time: '20:41' }).replace('Bill No: ', '')}\nOpen 07:00 to 22:30`,
      `${printed({ time: '20:52', number: '4712' }).replace('Bill No: ', '')}\nOpen 07:00 to 22:30`,
      false,
    ],
    ['of which little was read', 'Total 347.00\nDate 12/07/2026', 'Total 347.00\nDate 12/07/2026', false],
    ['of the shop alone', `${HEAD}\n2026`, `${HEAD}\n2026`, false],
  ])('%s', (_, one, other, same) => {
    expect(isSamePaper(read(one), read(other))).toBe(same);
    expect(isSamePaper(read(other), read(one))).toBe(same);
  });

  it('are one where another amount was taken for the total, as long as each of the two stands on both', () => {
    const one = read(`${printed()}\nCash 500.00`);
    const taken = { total: 500_00, totalGroup: groupHash('50000') };
    expect(one.total).toBe(347_00);
    expect(isSamePaper(one, { ...one, ...taken })).toBe(true);
    expect(isSamePaper(read(printed()), { ...one, ...taken })).toBe(false);
    expect(isSamePaper(one, { ...read(printed()), ...taken })).toBe(true);
  });

  const group = fc.integer({ min: 0, max: 30 });
  const paper: fc.Arbitrary<Paper> = fc.record(
    {
      groups: fc.uniqueArray(group, { maxLength: 12 }),
      times: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
      total: fc.constantFrom(100, 200),
      day: fc.constantFrom('2026-07-01', '2026-07-02'),
      number: fc.constantFrom('7', '8'),
      gstin: fc.constantFrom('A', 'B'),
      irn: fc.constantFrom('c', 'd'),
    },
    { requiredKeys: ['groups', 'times'] },
  );

  it('are so the other way round, and a paper is one with itself where enough of it is known', () => {
    fc.assert(
      fc.property(paper, paper, (one, other) => {
        expect(isSamePaper(one, other)).toBe(isSamePaper(other, one));
        const known = paperKeysOf(one).length > 0 && one.groups.length >= SHARED_GROUPS.least;
        expect(isSamePaper(one, one)).toBe(known);
      }),
    );
  });

  it('are never two bills of which total, day, number, seller or IRN differ, whatever else they share', () => {
    fc.assert(
      fc.property(
        paper,
        fc.constantFrom<Partial<Paper>>(
          { total: 1 },
          { day: '2020-01-01' },
          { number: '9' },
          { gstin: 'C' },
          { irn: 'e' },
        ),
        (one, other) => {
          const [name = ''] = Object.keys(other);
          if (name in one) expect(isSamePaper(one, { ...one, ...other })).toBe(false);
        },
      ),
    );
  });

  it('are never two bills of one shop of another day and number, however much of the shop stands on both', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(group, { minLength: 10, maxLength: 20 }),
        fc.record({ total: fc.nat(3), at: fc.nat(3) }),
        fc.record({ total: fc.nat(3), at: fc.nat(3) }),
        (shop, a, b) => {
          const bill = ({ total, at }: typeof a): Paper => ({
            groups: shop,
            times: [],
            total,
            day: `2026-07-0${at + 1}`,
            number: String(at),
          });
          expect(isSamePaper(bill(a), bill(b))).toBe(a.at === b.at && a.total === b.total);
        },
      ),
    );
  });
});
