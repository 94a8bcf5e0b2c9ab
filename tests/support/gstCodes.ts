import { createHash } from 'node:crypto';
import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import type { GstKey } from '#contract/gst.ts';
import { gstinCheckDigit } from '#domain/patterns.ts';

/** Signed codes of GST e-invoices, as the portals make them, by keys of our own. */

export interface Portal {
  kid: string;
  privateKey: CryptoKey;
  pem: string;
  /** The public key as devices have it. */
  key: GstKey;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A GSTIN whose check digit agrees; another number makes another one. */
export function gstinOf(n: number): string {
  const letter = (at: number): string => LETTERS[Math.floor(n / 26 ** at) % 26] ?? 'A';
  const state = String((n % 37) + 1).padStart(2, '0');
  const first14 = `${state}${letter(0)}${letter(1)}AC${letter(2)}${String(n % 10_000).padStart(4, '0')}${letter(3)}1Z`;
  return first14 + gstinCheckDigit(first14);
}

export const SELLER = gstinOf(4_711);
export const BUYER = gstinOf(815);

/** What an answer says of a code that the server verified. */
export const E_INVOICE = {
  seller: SELLER,
  buyer: BUYER,
  documentKind: 'INV',
  billNumber: 'KH/26-27/7',
  day: '2026-07-08',
  value: 1_240,
  irn: 'a'.repeat(64),
} as const;

/** A portal with a pair of keys; `key` says of which days. */
export async function portal(name: string, days: Partial<Omit<GstKey, 'publicKey'>> = {}): Promise<Portal> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const pem = await exportSPKI(publicKey);
  const kid = createHash('sha1').update(pem).digest('hex').toUpperCase();
  const text = pem.replace(/-----[A-Z ]+-----|\s/g, '');
  const key = { keyId: name, kid, publicKey: text, validFrom: '2020-10-01', validTo: null, ...days };
  return { kid, privateKey, pem, key };
}

export type GstData = Readonly<Record<string, unknown>>;

/** The claims of an invoice as they stand in a code; `n` makes another invoice. */
export const dataOf = (n: number, more: GstData = {}): GstData => ({
  SellerGstin: SELLER,
  BuyerGstin: BUYER,
  DocNo: `KH/26-27/${n}`,
  DocTyp: 'INV',
  DocDt: `${String((n % 28) + 1).padStart(2, '0')}/07/2026`,
  TotInvVal: 1_000 + n + (n % 100) / 100,
  ItemCnt: (n % 20) + 1,
  MainHsnCode: '996311',
  Irn: createHash('sha256').update(`invoice ${n}`).digest('hex'),
  IrnDt: `2026-07-${String((n % 28) + 1).padStart(2, '0')} 18:34:00`,
  ...more,
});

/** The code of these claims, signed by the portal. */
export const codeOf = ({ kid, privateKey }: Pick<Portal, 'kid' | 'privateKey'>, data: GstData): Promise<string> =>
  new SignJWT({ data: JSON.stringify(data), iss: 'NIC' })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', x5t: Buffer.from(kid, 'hex').toString('base64url') })
    .sign(privateKey);

/** The same claims signed by nobody. */
export const unsignedCodeOf = (data: GstData): string =>
  new UnsecuredJWT({ data: JSON.stringify(data), iss: 'NIC' }).encode();
