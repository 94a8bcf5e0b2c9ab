import { compactVerify, decodeProtectedHeader, importSPKI } from 'jose';
import type { GstKey } from '#contract/gst.ts';
import type { Day } from '../dates.ts';
import { gstDataIn, parseGstInvoice, type GstInvoice } from './invoice.ts';

/**
 * What is known of the code on a bill: `verified` by a key that counted on the day of its IRN; `altered`, since the
 * key that it names did not sign it; `unknownKey`, since none of the keys is the one that did (GST-2).
 */
export type GstCode =
  | { state: 'verified'; invoice: GstInvoice; keyId: string }
  | { state: 'altered' }
  | { state: 'unknownKey' };

const ALGORITHM = 'RS256';
const COMPACT = /^[\w-]{10,500}\.[\w-]{20,5000}\.[\w-]{100,1400}$/;

/** Whether a key counts for a code that was signed on this day, both ends counted (GST-3). */
export const countsOn = ({ validFrom, validTo }: Pick<GstKey, 'validFrom' | 'validTo'>, day: Day): boolean =>
  validFrom <= day && (validTo === null || day <= validTo);

const textOf = (part: string): string => {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.codePointAt(0) ?? 0));
};

/** Header and payload, not verified; null where the text is no such token. */
function opened(token: string): { alg: unknown; kid: unknown; payload: string } | null {
  if (!COMPACT.test(token)) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return { alg, kid, payload: textOf(token.split('.')[1] ?? '') };
  } catch {
    return null;
  }
}

/**
 * The invoice that the text of a QR code speaks of, where it has the form of a signed code; whether it is signed by
 * whom it says is not looked at (GST-11). Null for every other text.
 */
export function signedInvoiceIn(text: string): GstInvoice | null {
  const told = opened(text.trim());
  const data = told && gstDataIn(told.payload);
  return data && parseGstInvoice(data);
}

const pemOf = ({ publicKey }: GstKey): string => `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`;

async function signed(token: string, key: GstKey): Promise<boolean> {
  try {
    await compactVerify(token, await importSPKI(pemOf(key), ALGORITHM), { algorithms: [ALGORITHM] });
    return true;
  } catch {
    return false;
  }
}

/**
 * Judges the text of a QR code: is it the signed code of a GST e-invoice, and by whom (GST-2)? Null for every other
 * text, such as the address of a page. An old key verifies an old bill: a key counts by the day on which the portal
 * gave the IRN (GST-3), which the signature covers. Runs in browsers and on the server; asks nobody.
 */
export async function verifyGstCode(text: string, keys: readonly GstKey[]): Promise<GstCode | null> {
  const token = text.trim();
  const told = opened(token);
  const data = told && gstDataIn(told.payload);
  if (!told || !data) return null;
  if (told.alg !== ALGORITHM) return { state: 'altered' };
  for (const key of keys) {
    if (!(await signed(token, key))) continue;
    const invoice = parseGstInvoice(data);
    if (!invoice) return null;
    return countsOn(key, invoice.irnDay) ? { state: 'verified', invoice, keyId: key.keyId } : { state: 'unknownKey' };
  }
  const kid = typeof told.kid === 'string' ? told.kid.toUpperCase() : null;
  return { state: keys.some((key) => key.kid !== null && key.kid === kid) ? 'altered' : 'unknownKey' };
}
