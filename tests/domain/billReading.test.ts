import { describe, expect, test } from 'vitest';
import { amountsIn, paiseInWords, paiseOf } from '#domain/billReading/amounts.ts';
import { daysIn, readDay } from '#domain/billReading/days.ts';
import { readMerchant } from '#domain/billReading/merchant.ts';
import { gstinOf, readBillNumber, readCurrency, readTax, readTaxNumber } from '#domain/billReading/numbers.ts';
import { rowsOf, type Piece, type Row } from '#domain/billReading/pieces.ts';
import { readPieces } from '#domain/billReading/read.ts';
import { readTotal } from '#domain/billReading/total.ts';
import { gstinCheckDigit } from '#domain/patterns.ts';
import { NOTHING_READ } from '#tests/support/nothingRead.ts';
import { fc } from '#tests/support/property.ts';

/** Pieces of a text as it is printed: columns are parted by two blanks or more. */
const piecesOf = (text: string): Piece[] =>
  text.split('\n').flatMap((line, row) =>
    [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
      text: match[0],
      x: match.index * 10,
      y: row * 30,
      width: match[0].length * 10,
      height: 22,
    })),
  );
const rows = (text: string): Row[] => rowsOf(piecesOf(text));
const TODAY = '2026-03-31';

const RESTAURANT = `
SARAVANA FOODS PVT LTD
12, MG ROAD, BENGALURU 560001
TAX INVOICE
Bill No: 4471   Date: 14/03/2026 20:41
Masala Dosa     2     240.00
Filter Coffee   2      90.00
Sub Total             330.00
CGST 2.5%               8.25
SGST 2.5%               8.25
Round off               0.50
Grand Total        Rs. 347.00
Thank you, visit again`;

const UPI = `
Google Pay
Paid to SHARMA TAXI SERVICE
₹1,250
Completed
14 Mar 2026, 9:12 am
UPI transaction ID
607412345678`;

describe('READ-2 amounts as they are printed', () => {
  test.each<[string, number | null]>([
    ['347.00', 34_700],
    ['1,23,456.00', 12_345_600],
    ['123,456.00', 12_345_600],
    ['1,234', 123_400],
    ['38,80', 3_880],
    ['1.234.56', 123_456],
    ['9.000', null],
    ['12.3456', null],
    ['9876543210', null],
    ['12,3,4', null],
  ])('%s is %j paise', (text, expected) => {
    expect(paiseOf(text)?.paise ?? null).toBe(expected);
  });

  test.each<[string, number[]]>([
    ['Total Rs.450/-', [45_000]],
    ['RM20.40', [2_040]],
    ['₹ 1,250', [125_000]],
    ['Discount -5.00', [-500]],
    ['Net 12 .50', [1_250]],
    ['Rounding -.02', [-2]],
    ['GST @ 18%', []],
    ['25/12/2018 8:13', []],
    ['Milk 500ML', []],
  ])('of %j', (text, expected) => {
    expect(amountsIn(rows(text)[0] as Row).map(({ paise }) => paise)).toEqual(expected);
  });

  test('what an amount prints is what is read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (paise) => {
        const text = (paise / 100).toFixed(2);
        expect(paiseOf(text)).toEqual({ paise, decimals: true });
        expect(paiseOf(Number(text).toLocaleString('en-IN', { minimumFractionDigits: 2 }))?.paise).toBe(paise);
      }),
    );
  });
});

describe('READ-3 the total', () => {
  test.each<[string, string, number | null, string]>([
    ['above its sub-total and taxes, with the sum of its parts', RESTAURANT, 34_700, 'sure'],
    ['cash less change', 'Total  82.50\nCash  100.00\nChange  17.50', 8_250, 'sure'],
    ['in words', 'Net Amount  1,02,045.00\nRupees One Lakh Two Thousand Forty Five Only', 10_204_500, 'sure'],
    ['alone: offered', 'Fare details\nTotal  82.50', 8_250, 'offered'],
    ['rounded', 'Total incl. GST  20.98\nRounding adj  0.02\nTotal  21.00\nGST 6%  1.19', 2_100, 'sure'],
    ['below its name', 'Amount payable\n₹ 499.00', 49_900, 'offered'],
    ['two totals that nothing decides between: offered', 'Total  50.00\nTotal  70.00', 7_000, 'offered'],
    [
      'no total is named: what was given less what came back',
      'Tea  15.00\nCash  50.00\nChange  20.00',
      3_000,
      'offered',
    ],
    ['a count is none', 'Total Qty  12\nTotal  84.00', 8_400, 'offered'],
    ['a fuel bill', 'Rate/Ltr  102.86\nVolume  9.72\nAmount  Rs 1000.00', 100_000, 'offered'],
  ])('%s', (_, text, paise, confidence) => {
    expect(readTotal(rows(text))).toMatchObject({ value: paise, confidence });
  });

  test.each<[string, number | null]>([
    ['Rupees Four Hundred Fifty Only', 45_000],
    ['One Crore Two Lakh Rupees', 1_020_000_000],
    ['Rupees Ninety Nine and Fifty Paise Only', 9_950],
    ['Thank you', null],
  ])('words: %s', (text, paise) => {
    expect(paiseInWords(text)).toBe(paise);
  });
});

describe('READ-4 the day', () => {
  test.each<[string, string[]]>([
    ['25/12/20188:13:39 PM', ['2018-12-25']],
    ['28/03/1813:24', ['2018-03-28']],
    ['03 MAR 2018', ['2018-03-03']],
    ['14-Mar-26', ['2026-03-14']],
    ['March 14, 2026', ['2026-03-14']],
    ['2026-03-14T10:00', ['2026-03-14']],
    ['12/28/2017', ['2017-12-28']],
    ['-REG #19- 18/01/2018 10:27', ['2018-01-18']],
    ['31.02.2026', []],
    ['8429.11.20', []],
  ])('%s', (text, days) => {
    expect(daysIn(text)).toEqual(days);
  });

  test('of the bill, not of its payment; none after today', () => {
    expect(readDay(rows('Due date 20/03/2026\nInvoice date 01/03/2026'), TODAY)).toMatchObject({
      value: '2026-03-01',
      confidence: 'sure',
    });
    expect(readDay(rows('Date 14/03/2027'), TODAY)).toBeNull();
    expect(readDay(rows('Date 14/03/2021'), TODAY)).toMatchObject({ confidence: 'offered' });
    expect(readDay(rows('Batch 14/03/2026'), TODAY)).toMatchObject({ confidence: 'offered' });
    expect(readDay(rows('Date 14/03/2026\nDate 15/03/2026'), TODAY)).toMatchObject({ confidence: 'offered' });
  });
});

describe('READ-5 the merchant', () => {
  test.each<[string, string]>([
    [RESTAURANT, 'SARAVANA FOODS PVT LTD'],
    ['ABC TRADINGSDNBHD (1248717-W)\nNO 5 JALAN SATU', 'ABC TRADING SDN BHD'],
    ['ACME BOOK\nCO. (M) SDN BHD\nTel 03-123', 'ACME BOOK CO. (M) SDN BHD'],
    ['TAX INVOICE\nHotel Annapoorna\nNear Bus Stand', 'Hotel Annapoorna'],
  ])('%j', (text, expected) => {
    expect(readMerchant(rows(text))).toMatchObject({ value: expected, confidence: 'offered' });
  });
});

describe('READ-6 READ-7 numbers, tax, currency', () => {
  const first14 = '29AAACS1234F1Z';
  const gstin = first14 + gstinCheckDigit(first14);

  test('a GSTIN by its check digit, with signs that look alike taken for each other', () => {
    expect(readTaxNumber(rows(`GSTIN: ${gstin}`))).toMatchObject({ value: gstin, confidence: 'sure' });
    expect(gstinOf(gstin.replace('1234', 'I2E4'.replace('E', '3')))).toBe(gstin);
    expect(gstinOf(first14 + (gstin.endsWith('A') ? 'B' : 'A'))).toBeNull();
    expect(readTaxNumber(rows('GST ID No: 000504664064'))).toMatchObject({
      value: '000504664064',
      confidence: 'offered',
    });
  });

  test('number, tax and currency of a bill', () => {
    expect(readBillNumber(rows(RESTAURANT))?.value).toBe('4471');
    expect(readTax(rows(RESTAURANT))?.value).toBe(1_650);
    expect(readCurrency(rows(RESTAURANT))).toBe('INR');
    expect(readCurrency(rows('Total RM 20.40'))).toBe('MYR');
    expect(readCurrency(rows('Total 20.40'))).toBeNull();
  });
});

describe('READ-8 a UPI payment', () => {
  test('amount, day, payee and reference', () => {
    expect(readPieces(piecesOf(UPI), TODAY)).toMatchObject({
      kind: 'payment',
      total: { value: 125_000, confidence: 'sure' },
      day: { value: '2026-03-14' },
      merchant: { value: 'SHARMA TAXI SERVICE' },
      number: { value: '607412345678' },
    });
  });

  test('a bill that was paid by UPI is a bill', () => {
    expect(readPieces(piecesOf(`${RESTAURANT}\nPaid by UPI 347.00`), TODAY)).toMatchObject({
      kind: 'bill',
      total: { value: 34_700 },
    });
  });
});

describe('READ-1 whatever a picture holds', () => {
  test('nothing is read off a blank page or a picture without text', () => {
    expect(readPieces([], TODAY)).toMatchObject(NOTHING_READ);
    expect(readPieces(piecesOf('~\n:  .'), TODAY)).toMatchObject(NOTHING_READ);
  });

  test('any pieces give values that a claim can hold, from inside the picture', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        'Total',
        'Cash',
        'Change',
        '12.50',
        '₹ 1,00,000',
        '14/03/2026',
        'GSTIN',
        'Paid to',
        'UPI',
        'only',
      ),
    );
    const at = fc.integer({ min: 0, max: 2_000 });
    const size = fc.integer({ min: 1, max: 300 });
    const piece = fc.record({ text, x: at, y: at, width: size, height: size });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { total, day } = readPieces(pieces, TODAY);
        if (total) expect(Number.isSafeInteger(total.value) && total.value > 0).toBe(true);
        if (day) expect(day.value <= '2026-04-01').toBe(true);
        for (const found of [total, day])
          if (found) expect(found.from.x >= 0 && found.from.x + found.from.width <= 2_300).toBe(true);
      }),
    );
  });

  test('paper that is turned a little reads as it does straight', () => {
    const turned = piecesOf(RESTAURANT).map((piece) => ({ ...piece, y: piece.y + 0.05 * (piece.x + piece.width / 2) }));
    expect(readPieces(turned, TODAY, 0.05).total).toMatchObject({ value: 34_700, confidence: 'sure' });
  });
});
