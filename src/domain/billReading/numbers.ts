import { isGstin } from '../patterns.ts';
import { amountsIn } from './amounts.ts';
import { lettersOf, type Found, type Row } from './pieces.ts';

/** Letters and digits that recognition takes for each other, by what must stand in the place. */
const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};
const AS_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B', 6: 'G' };
/** Of a GSTIN: 9 a digit, A a letter, Z itself, * either. */
const SHAPE = '99AAAAA9999A*Z*';

/** The GSTIN that a text of 15 signs is meant to be, where its check digit agrees; else null (READ-6). */
export function gstinOf(text: string): string | null {
  const signs = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (signs.length !== SHAPE.length) return null;
  const mended = [...signs]
    .map((sign, at) => {
      const shape = SHAPE[at];
      if (shape === '9') return AS_DIGIT[sign] ?? sign;
      if (shape === 'A') return AS_LETTER[sign] ?? sign;
      return shape === 'Z' && sign === '2' ? 'Z' : sign;
    })
    .join('');
  return isGstin(mended) ? mended : null;
}

/** The GSTIN of whoever made the bill: the first on it. Its check digit makes it sure (READ-6). */
function readGstin(rows: readonly Row[]): Found<string> | null {
  for (const row of rows) {
    const joined = row.text.toUpperCase().replace(/[^A-Z0-9]/g, '');
    for (let at = 0; at + SHAPE.length <= Math.min(joined.length, 80); at++) {
      const value = gstinOf(joined.slice(at, at + SHAPE.length));
      if (value) return { value, confidence: 'sure', from: row };
    }
  }
  return null;
}

const TAX_NUMBER =
  /(?:gst|vat|tax|sst)\s?(?:reg(?:istration|d)?|id|in)?[\s.:]{0,3}(?:no|number|id|#)?[\s.:#)-]{0,4}(\d[\d-]{9,14}\d)/i;

/** A number of taxes of another country than India, as it is printed: offered (READ-6). */
export function readTaxNumber(rows: readonly Row[]): Found<string> | null {
  const gstin = readGstin(rows);
  if (gstin) return gstin;
  for (const row of rows) {
    const value = TAX_NUMBER.exec(row.text.replace(/(?<=\d)\s(?=\d)/g, ''))?.[1];
    if (value) return { value: value.replace(/-/g, ''), confidence: 'offered', from: row };
  }
  return null;
}

const GLUED =
  /(?:invoice|inv|bill|receipt|rcpt|document|doc)\s?\.?(?:no|num|number|id|#)[\s.:#-]{0,5}([a-z0-9][a-z0-9/_-]{2,24})/i;
const NAMED = /(?:invoice|bill|receipt|memo|txn|voucher|order)[\s.:#]{1,5}([a-z\d][a-z\d/_-]{2,24})/i;

/** The number of the bill, as printed: what stands behind its name and holds a digit; offered (READ-7). */
export function readBillNumber(rows: readonly Row[]): Found<string> | null {
  for (const pattern of [GLUED, NAMED])
    for (const row of rows) {
      const value = pattern.exec(row.text)?.[1]?.replace(/[-/_]{1,24}$/, '');
      const date = /^\d{1,4}[-/]\d{1,2}[-/]\d{2,4}$/.test(value ?? '');
      if (value && /\d{2}/.test(value) && !date) return { value, confidence: 'offered', from: row };
    }
  return null;
}

const TAX =
  /(?:total|sum).{0,6}(?:gst|tax|vat)|^(?:[cs]gst|igst|utgst|gst|vat|sst|tax|servicetax)(?!no|reg|id|in|code|inv|summ)/;

/** The tax of the bill, in paise: CGST and SGST together, IGST, or what is called tax; offered (READ-7). */
export function readTax(rows: readonly Row[]): Found<number> | null {
  const taxes = rows.flatMap((row) => {
    const letters = lettersOf(row.text);
    const amount = amountsIn(row)
      .filter(({ decimals, paise }) => decimals && paise > 0)
      .at(-1);
    return TAX.test(letters) && amount ? [{ letters, amount }] : [];
  });
  const central = taxes.find(({ letters }) => letters.startsWith('cgst'));
  const state = taxes.find(({ letters }) => /^(?:sgst|utgst)/.test(letters));
  const first = central ?? taxes.find(({ letters }) => /total|sum/.test(letters)) ?? taxes[0];
  if (!first) return null;
  const paise = central && state ? central.amount.paise + state.amount.paise : first.amount.paise;
  return { value: paise, confidence: 'offered', from: first.amount.piece };
}

const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ['INR', /₹|\brs\.?[\s\d]|\binr\b|rupees|gstin|\bcgst\b|paise/i],
  ['MYR', /\brm\s?\d|\brm\b|\bmyr\b|ringgit|sdn\.?\s?bhd/i],
  ['EUR', /\u20ac|\beur\b/i],
  ['GBP', /\u00a3|\bgbp\b/i],
  ['SGD', /s\$|\bsgd\b/i],
  ['USD', /\busd\b|us\$|\$\s?\d/i],
];

/** The currency of the bill by its signs and words (ISO 4217): the one that most rows name (READ-7). */
export function readCurrency(rows: readonly Row[]): string | null {
  const counted = CURRENCIES.map(([code, sign]) => ({
    code,
    count: rows.filter(({ text }) => sign.test(text)).length,
  }));
  const most = counted.reduce((top, one) => (one.count > top.count ? one : top));
  return most.count > 0 ? most.code : null;
}
