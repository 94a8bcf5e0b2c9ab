/**
 * The pattern library (PAT-1): what a text must look like to be one of these. Each takes the text as it is
 * stored, trimmed and in the case given here; how a person may type it is the reader's business.
 */

/** One address without a name, no quotes or lists; whether it can be reached is not asked. */
export const isEmail = (text: string): boolean => /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(text);

/** An Indian mobile number: 10 digits, the first 6 to 9, without country code. */
export const isMobile = (text: string): boolean => /^[6-9]\d{9}$/.test(text);

/** An Indian postal code: 6 digits, the first not 0. */
export const isPincode = (text: string): boolean => /^[1-9]\d{5}$/.test(text);

/** A one-time code: 6 digits. */
export const isOtp = (text: string): boolean => /^\d{6}$/.test(text);

/** A permanent account number: AAAAA9999A; its fourth letter says what kind of holder it has. */
export const isPan = (text: string): boolean => /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/.test(text);

/** A share in percent, 0 to 100, at most two decimals. */
export const isPercentage = (text: string): boolean => /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/.test(text);

/** A year of four digits, 1900 to 2099. */
export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The check digit of a GSTIN's first 14 characters: base 36, every second one doubled, the digits of each product
 * summed.
 */
export function gstinCheckDigit(first14: string): string {
  const sum = [...first14].reduce((total, sign, index) => {
    const product = DIGITS.indexOf(sign) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / DIGITS.length) + (product % DIGITS.length);
  }, 0);
  return DIGITS[(DIGITS.length - (sum % DIGITS.length)) % DIGITS.length] ?? '';
}

/** Codes of states and union territories are 01 to 38; 97 is other territory, 99 the centre. */
const isStateCode = (code: string): boolean => (code >= '01' && code <= '38') || code === '97' || code === '99';

/** A GST identification number: state, PAN, number of the registration, 'Z', and a check digit that fits. */
export const isGstin = (text: string): boolean =>
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) &&
  isStateCode(text.slice(0, 2)) &&
  isPan(text.slice(2, 12)) &&
  gstinCheckDigit(text.slice(0, 14)) === text[14];
