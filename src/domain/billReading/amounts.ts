import { MAX_AMOUNT_PAISE } from '#contract/limits.ts';
import type { Piece, Row } from './pieces.ts';

/** An amount that is printed on a bill. */
export interface Printed {
  /** Whole paise, or cents. Negative where it is printed so. */
  paise: number;
  /** It has two decimals, as printed prices have. */
  decimals: boolean;
  /** A currency stands beside it. */
  marked: boolean;
  piece: Piece;
}

/** Currencies as they are printed before or after an amount. */
const MARK = /(?:₹|\brs\.?|\binr|\brm|\bmyr|\busd|\bs?\$|\u20ac|\u00a3|\beur)\s{0,2}$/i;
/** A run of digits with what groups and parts them. */
const RUN = /\d[\d.,]{0,20}/g;
const WORDED = /[a-z]/i;

/**
 * Paise of digits as they are printed: 1,23,456.00 and 123,456.00, '38,80' with a comma for the dot, '1.234.56' with a
 * dot for the comma. Null for what is no amount: three decimals, a date, a long number (READ-2).
 */
export function paiseOf(text: string): { paise: number; decimals: boolean } | null {
  const digits = text.replace(/[.,]{1,20}$/, '');
  const parts = digits.split(/[.,]/);
  const last = parts.at(-1) ?? '';
  const decimals = parts.length > 1 && last.length === 2;
  if (parts.length > 1 && !decimals && last.length !== 3) return null;
  const groups = decimals ? parts.slice(0, -1) : parts;
  if (!decimals && parts.length > 1 && digits.includes('.')) return null;
  if (
    groups.length > 1 &&
    !groups.slice(1).every((group, at) => group.length === 3 || (group.length === 2 && at < groups.length - 2))
  )
    return null;
  const whole = groups.join('');
  if (whole.length > 9 || (whole.length > 7 && groups.length === 1 && !decimals)) return null;
  const paise = Number(whole) * 100 + (decimals ? Number(last) : 0);
  return paise > MAX_AMOUNT_PAISE ? null : { paise, decimals };
}

/** The text as it was printed: recognition parts '12 .50' and '1, 234.00', and takes O for 0 beside digits. */
export const mended = (text: string): string =>
  text
    .replace(/(\d)\s?([.,])\s(?=\d{2,3}(?!\d))/g, '$1$2')
    .replace(/(\d)\s([.,])(?=\d{2})/g, '$1$2')
    .replace(/(^|[\s-])\.(?=\d{2}(?!\d))/g, '$10.')
    .replace(/([.,]\d?)[oO](?=[oO\d]?(?![a-z\d]))/g, '$10')
    .replace(/(\.0)[oO](?![a-z\d])/g, '$10');

/** All amounts of a row, from left to right (READ-2). */
export function amountsIn(row: Pick<Row, 'pieces'>): Printed[] {
  return row.pieces.flatMap((piece, index) => {
    const text = mended(piece.text);
    const found: Printed[] = [];
    for (const match of text.matchAll(RUN)) {
      const before = text.slice(0, match.index);
      const after = text.slice(match.index + match[0].length);
      const amount = paiseOf(match[0]);
      if (!amount) continue;
      const beside = before.trim() === '' ? (row.pieces[index - 1]?.text ?? '') : before;
      const marked =
        MARK.test(before) || (before.trim() === '' && MARK.test(beside)) || /^\s?(?:\/-|rs\b|inr\b)/i.test(after);
      // A share in percent, a part of a date or of a time, a number inside a code.
      if (/^\s?%/.test(after) || /[/:\d]$/.test(before) || (/^[/:]\d/.test(after) && !amount.decimals)) continue;
      if (/^\s?[a-z]/i.test(after) && !amount.decimals && !marked) continue;
      if (!amount.decimals && !marked && WORDED.test(before.slice(-1))) continue;
      if (/[a-z]-?$/i.test(before) && !amount.decimals && !marked) continue;
      const negative =
        /-\s?$|\(\s?$/.test(before.replace(MARK, '')) || (/^-(?!\w)/.test(after) && !/^-\s?\d/.test(after));
      found.push({ ...amount, paise: negative ? -amount.paise : amount.paise, marked, piece });
    }
    return found;
  });
}

const UNITS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SMALL = /^(?:paise?|sen|cents?)$/;
const LARGE = /^(?:rupees?|ringgit)$/;
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1_000,
  lakh: 100_000,
  lac: 100_000,
  lakhs: 100_000,
  million: 1_000_000,
  crore: 10_000_000,
  crores: 10_000_000,
};

/**
 * Paise of an amount in words, as 'Rupees One Lakh Two Thousand Forty Five and Fifty Paise Only' (READ-3); null where
 * the words are no amount.
 */
export function paiseInWords(text: string): number | null {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const small = words.some((word) => SMALL.test(word));
  // What stands before 'rupees' or, where paise follow, before 'and'.
  const ends = words.findIndex(
    (word, at) => (LARGE.test(word) || (small && word === 'and')) && at > 0 && isCount(words[at - 1]),
  );
  const rupees = countIn(ends < 0 ? words : words.slice(0, ends));
  const paise = small && ends >= 0 ? (countIn(words.slice(ends)) ?? 0) : 0;
  if (rupees === null || (small && ends < 0)) return null;
  const all = rupees * 100 + paise;
  return all > 0 && all <= MAX_AMOUNT_PAISE ? all : null;
}

const isCount = (word = ''): boolean =>
  UNITS.includes(word) || TENS.includes(word) || word === 'hundred' || Object.hasOwn(SCALES, word);

/** The number that these words count; null where they count nothing. */
function countIn(words: readonly string[]): number | null {
  let [sum, part] = [0, 0];
  for (const word of words) {
    if (UNITS.includes(word)) part += UNITS.indexOf(word);
    else if (TENS.includes(word)) part += (TENS.indexOf(word) + 2) * 10;
    else if (word === 'hundred') part = Math.max(1, part) * 100;
    else if (Object.hasOwn(SCALES, word)) {
      sum += Math.max(1, part) * (SCALES[word] ?? 1);
      part = 0;
    }
  }
  return words.some(isCount) ? sum + part : null;
}
