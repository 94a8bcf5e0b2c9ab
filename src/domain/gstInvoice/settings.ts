import { gstKeyBody, gstKeyEndBody } from '#contract/gstSettings.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_GSTINS, MAX_GST_PEM } from '#contract/limits.ts';
import { addDays, formatDay, isDay, type Day } from '../dates.ts';
import { missingIn, type Parsed } from '../parsing.ts';
import { isGstin } from '../patterns.ts';
import { invalid, type ParseResult } from '../verdict.ts';

/** What organisation admins enter of GST e-invoices. */

export interface GstKeyInput {
  pem: string;
  /** In capitals. */
  kid: string | null;
  validFrom: Day;
  validTo: Day | null;
}

const NO_KEY = missingIn(gstKeyBody.shape.pem);
const NO_FIRST = missingIn(gstKeyBody.shape.validFrom);
const NO_LAST = missingIn(gstKeyEndBody.shape.validTo);
/** Also said where what stands between the lines cannot be read. */
export const NOT_A_KEY = 'This is no public RSA key of 2,048 bits or more, nor a certificate of one';
const BACKWARDS = 'The last day is before the first';

/** Its length has a limit of its own. */
const PEM = /^-----BEGIN (?:PUBLIC KEY|CERTIFICATE)-----[A-Za-z0-9+/=\s]+-----END (?:PUBLIC KEY|CERTIFICATE)-----$/;

function parseKid(value: unknown): Parsed<string | null> {
  if (value === null || value === undefined || value === '') return { value: null };
  const kid = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[\w-]{1,100}$/.test(kid) ? { value: kid } : { message: 'Letters, digits and dashes, at most 100' };
}

/** Reads a key that somebody adds, but for what stands in it: text of a PEM, its name, and its days (GST-5). */
export function parseGstKey(body: Readonly<Record<string, unknown>>): ParseResult<GstKeyInput> {
  const pem = typeof body['pem'] === 'string' ? body['pem'].trim() : '';
  const kid = parseKid(body['kid']);
  const { validFrom, validTo = null } = body;
  const errors: FieldErrors = {};
  if (pem === '') errors['pem'] = NO_KEY;
  else if (pem.length > MAX_GST_PEM || !PEM.test(pem)) errors['pem'] = NOT_A_KEY;
  if ('message' in kid) errors['kid'] = kid.message;
  if (!isDay(validFrom)) errors['validFrom'] = NO_FIRST;
  if (validTo !== null && !isDay(validTo)) errors['validTo'] = NO_LAST;
  else if (validTo !== null && isDay(validFrom) && validTo < validFrom) errors['validTo'] = BACKWARDS;
  if (!isDay(validFrom) || (validTo !== null && !isDay(validTo)) || 'message' in kid || Object.keys(errors).length > 0)
    return invalid(errors);
  return { ok: true, value: { pem, kid: kid.value, validFrom, validTo } };
}

/** The last day of a key that ends; the day before its first lets it verify nothing any more (GST-5). */
export function parseGstKeyEnd(value: unknown, validFrom: Day): Parsed<Day> {
  if (!isDay(value)) return { message: NO_LAST };
  const least = addDays(validFrom, -1);
  return value < least ? { message: `At the earliest ${formatDay(least)}: then it verifies nothing` } : { value };
}

/** The organisation's GSTINs, each once and in capitals; a wrong one is named (GST-6). */
export function parseGstins(value: unknown): Parsed<string[]> {
  if (!Array.isArray(value)) return { message: 'Please enter the GSTINs' };
  const gstins = [...new Set(value.map((one) => String(one).trim().toUpperCase()))].filter((one) => one !== '');
  const wrong = gstins.find((one) => !isGstin(one));
  if (wrong !== undefined) return { message: `${wrong.slice(0, 20)} is no GSTIN: its check digit does not agree` };
  return gstins.length > MAX_GSTINS ? { message: `At most ${MAX_GSTINS} GSTINs` } : { value: gstins };
}
