import { isDay, parseTypedDay, type Day } from '../dates.ts';
import { toPaise } from '../money.ts';
import { isGstin } from '../patterns.ts';

/** What documents the portals register. */
const KINDS = ['INV', 'CRN', 'DBN'] as const;

/** What they are called. */
export const DOCUMENT_WORDS: Readonly<Record<(typeof KINDS)[number], string>> = {
  INV: 'Invoice',
  CRN: 'Credit note',
  DBN: 'Debit note',
};

/** Said of a code that is not verified, wherever it is looked at (GST-7, GST-9). */
export const UNVERIFIED_WORDS = {
  altered: 'The code of this bill does not match its signature.',
  unknownKey:
    'The code of this bill is signed by a key that your organisation does not know. It could not be verified.',
} as const;

/** What the signed code of a GST e-invoice says (GST-1). */
export interface GstInvoice {
  /** GSTINs. The buyer is null where the invoice is to nobody registered, as for an export. */
  seller: string;
  buyer: string | null;
  /** An invoice, a credit note or a debit note. */
  kind: (typeof KINDS)[number];
  number: string;
  day: Day;
  /** The invoice's whole value in paise; 0 to the largest number that is exact. */
  value: number;
  items: number | null;
  /** The code of its main goods or service. */
  hsn: string | null;
  /** The reference number of the portal: 64 hexadecimal digits. */
  irn: string;
  /** The day on which the portal gave it; the invoice's own where the code does not say. */
  irnDay: Day;
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function paiseIn(value: unknown): number | null {
  const rupees = typeof value === 'string' && /^\d{1,13}(?:\.\d{1,4})?$/.test(value.trim()) ? Number(value) : value;
  if (typeof rupees !== 'number' || !(rupees >= 0)) return null;
  const paise = toPaise(rupees);
  return Number.isSafeInteger(paise) ? paise : null;
}

/** The claim `data` of a code's payload; null where it is not that of a GST e-invoice, whatever it says (GST-1). */
export function gstDataIn(payload: string): Readonly<Record<string, unknown>> | null {
  const data = objectIn(parsed(payload))?.['data'];
  const told = objectIn(typeof data === 'string' ? parsed(data) : data);
  return told && 'Irn' in told && 'SellerGstin' in told ? told : null;
}

/**
 * The invoice of such a claim; null where a field that counts is missing or is not what it must be: GSTINs with their
 * check digits, dates as dd/mm/yyyy, a value, an IRN (GST-1).
 */
export function parseGstInvoice(data: Readonly<Record<string, unknown>>): GstInvoice | null {
  const seller = textIn(data['SellerGstin']);
  const buyer = textIn(data['BuyerGstin']);
  const kind = KINDS.find((one) => one === textIn(data['DocTyp']));
  const number = textIn(data['DocNo']);
  const day = parseTypedDay(textIn(data['DocDt']));
  const value = paiseIn(data['TotInvVal']);
  const irn = textIn(data['Irn']).toLowerCase();
  const given = textIn(data['IrnDt']).slice(0, 10);
  const irnDay = given === '' ? day : isDay(given) ? given : null;
  const items = data['ItemCnt'];
  if (!isGstin(seller) || !(buyer === 'URP' || isGstin(buyer)) || kind === undefined) return null;
  if (!/^[\w/-]{1,32}$/.test(number) || day === null || irnDay === null || value === null) return null;
  if (!/^[0-9a-f]{64}$/.test(irn)) return null;
  return {
    seller,
    buyer: buyer === 'URP' ? null : buyer,
    kind,
    number,
    day,
    value,
    items: Number.isSafeInteger(items) ? (items as number) : null,
    hsn: /^\d{2,8}$/.test(textIn(data['MainHsnCode'])) ? textIn(data['MainHsnCode']) : null,
    irn,
    irnDay,
  };
}

/** What may be claimed for it, in paise: its value; null for a note, which changes an invoice (GST-7). */
export const claimableOf = ({ kind, value }: GstInvoice): number | null => (kind === 'INV' ? value : null);

/** Can input credit be claimed for it? Where the buyer is the organisation, and it is no credit note (GST-4). */
export const isCreditPossible = (
  { buyer, kind }: Pick<GstInvoice, 'buyer' | 'kind'>,
  own: readonly string[],
): boolean => kind !== 'CRN' && buyer !== null && own.includes(buyer);
