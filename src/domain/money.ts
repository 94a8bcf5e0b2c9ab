import { MAX_AMOUNT_PAISE, MAX_AMOUNT_TEXT, NO_CLAIM_AMOUNT } from '#contract/limits.ts';

/**
 * Money is whole paise inside and rupees with at most two decimals on the wire (AMT-7). Reading goes through
 * text, never through multiplication of fractions, so that no amount changes by a rounding.
 */
export type AmountReading = { ok: true; paise: number } | { ok: false; message: string };

const PLAIN = /^\d+$/;
const INDIAN = /^\d{1,2}(,\d{2})*,\d{3}$/;
const WESTERN = /^\d{1,3}(,\d{3})+$/;

/**
 * Parses an amount as sent: a number, or text of at most 11 characters with digits, one dot and commas that group
 * (plain, 1,23,456 or 123,456). More than 0, at most ₹9,99,99,999.99, at most two decimals (AMT-1, AMT-2, AMT-3, AMT-4,
 * AMT-5, AMT-7, Z33). `missing` is said when there is nothing (AMT-6); with `least` 0 nothing may be owed.
 */
export function parseAmount(input: unknown, missing: string = NO_CLAIM_AMOUNT, least: 0 | 1 = 1): AmountReading {
  const no = (message: string): AmountReading => ({ ok: false, message });
  if (input === undefined || input === null || input === '') return no(missing);
  if (typeof input !== 'number' && typeof input !== 'string') return no('Amount must be a number');
  // The shortest text of a number is exact for every amount of two decimals; what is too large or too small shows an
  // exponent and is refused below.
  const text = String(input);
  if (typeof input === 'string' && text.length > MAX_AMOUNT_TEXT)
    return no(`Amount cannot be longer than ${MAX_AMOUNT_TEXT} characters`);
  const parts = /^([0-9,]*)(?:\.([0-9]*))?$/.exec(text);
  const whole = parts?.[1] ?? '';
  const fraction = parts?.[2] ?? '';
  if (!parts || (whole === '' && fraction === '')) return no('Amount must be digits, with comma or dot');
  if (whole !== '' && !PLAIN.test(whole) && !INDIAN.test(whole) && !WESTERN.test(whole))
    return no('Amount has a comma in the wrong place');
  if (fraction.length > 2) return no('Amount cannot have more than two decimals');
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (paise < least) return no('Amount must be more than 0');
  if (paise > MAX_AMOUNT_PAISE) return no(`Amount cannot be more than ${formatRupees(toRupees(MAX_AMOUNT_PAISE))}`);
  return { ok: true, paise };
}

/** Rupees as the wire carries them: the number nearest to the paise, which prints with at most two decimals. */
export const toRupees = (paise: number): number => paise / 100;

/** Paise of an amount the server answered (a number of at most two decimals). */
export const toPaise = (rupees: number): number => Math.round(rupees * 100);

/** '₹1,23,456.00': rupee sign, Indian grouping, always two decimals (AMT-8). */
export function formatRupees(rupees: number): string {
  const [whole = '0', fraction = '00'] = Math.abs(rupees).toFixed(2).split('.');
  return `${rupees < 0 ? '-' : ''}₹${groupIndian(whole)}.${fraction}`;
}

/** A number of things as people read it: 1,23,456. */
export const formatCount = (count: number): string => groupIndian(String(count));

/** Groups digits as 1,23,45,678. */
function groupIndian(digits: string): string {
  const head = digits.slice(0, -3);
  return head === '' ? digits : `${head.replace(/\B(?=(\d{2})+$)/g, ',')},${digits.slice(-3)}`;
}

/**
 * Groups an amount while it is typed (AMT-9): Indian commas before the dot, the dot and what follows kept as typed
 * ('1234.' stays '1,234.'). Everything but digits and the first dot is dropped; a third decimal stays, so that the rule
 * can say why it is refused.
 */
export function groupTyped(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^0-9.]/g, '').split('.');
  const grouped = groupIndian(whole.replace(/^0+(?=\d)/, ''));
  return rest.length > 0 ? `${grouped}.${rest.join('')}` : grouped;
}

/**
 * A typed amount as it is sent: without the commas that the input added itself; they do not count among the 11
 * characters (AMT-3).
 */
export const ungroup = (text: string): string => text.replaceAll(',', '');
