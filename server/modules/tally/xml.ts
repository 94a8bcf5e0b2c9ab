import type { Day } from '#domain/dates.ts';
import { batchesOf } from '#server/platform/base/concurrency.ts';

/**
 * Vouchers as Tally imports them. One that carries the REMOTEID of an earlier one is that one, so a file may be
 * imported twice and adds nothing the second time. Debits are negative and 'deemed positive' there, credits positive.
 */

// oxlint-disable-next-line no-control-regex -- what XML 1.0 cannot hold is to be left out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Text escaped for an element or between the quotes of an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"'\n\r\t]/g, (sign) => SIGNS[sign] ?? '');

/** Whole paise as rupees with two decimals, exactly. */
function amountText(paise: number): string {
  const size = Math.abs(paise);
  return `${paise < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/** One side of a voucher. Paise; a debit is negative. */
export interface Entry {
  ledger: string;
  paise: number;
  /** '' for none. */
  costCentre: string;
}

export interface Voucher {
  /** Stable: the same claim has the same one whenever it is written. */
  remoteId: string;
  type: 'Journal' | 'Payment';
  day: Day;
  number: string;
  reference: string;
  narration: string;
  entries: readonly Entry[];
}

/** The two sides of a voucher over one amount. */
export const debitAndCredit = (paise: number, debit: Omit<Entry, 'paise'>, credit: Omit<Entry, 'paise'>): Entry[] => [
  { ...debit, paise: -paise },
  { ...credit, paise },
];

/** A voucher that does not balance is a bug, and is not written (TALLY-7). */
function assertBalanced({ remoteId, entries }: Voucher): void {
  if (
    entries.length < 2 ||
    entries.reduce((sum, { paise }) => sum + paise, 0) !== 0 ||
    entries.some(({ paise }) => !Number.isSafeInteger(paise) || paise === 0)
  )
    throw new Error(`Voucher ${remoteId} does not balance`);
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

function costCentreXml({ costCentre, paise }: Entry): string {
  if (costCentre === '') return '';
  const amount = element('AMOUNT', amountText(paise));
  return (
    `<CATEGORYALLOCATIONS.LIST>${element('CATEGORY', 'Primary Cost Category')}` +
    element('ISDEEMEDPOSITIVE', yesNo(paise < 0)) +
    `<COSTCENTREALLOCATIONS.LIST>${element('NAME', costCentre)}${amount}</COSTCENTREALLOCATIONS.LIST>` +
    '</CATEGORYALLOCATIONS.LIST>'
  );
}

const entryXml = (entry: Entry): string =>
  `<ALLLEDGERENTRIES.LIST>${element('LEDGERNAME', entry.ledger)}` +
  element('ISDEEMEDPOSITIVE', yesNo(entry.paise < 0)) +
  `${element('AMOUNT', amountText(entry.paise))}${costCentreXml(entry)}</ALLLEDGERENTRIES.LIST>`;

/** One voucher as a line of the file. Throws when it does not balance. */
export function voucherXml(voucher: Voucher): string {
  assertBalanced(voucher);
  const { remoteId, type, day, number, reference, narration, entries } = voucher;
  const date = day.replaceAll('-', '');
  return (
    `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER REMOTEID="${escapeXml(remoteId)}" VCHTYPE="${type}"` +
    ' ACTION="Create" OBJVIEW="Accounting Voucher View">' +
    `${element('DATE', date)}${element('EFFECTIVEDATE', date)}${element('GUID', remoteId)}` +
    `${element('VOUCHERTYPENAME', type)}${element('VOUCHERNUMBER', number)}` +
    `${element('REFERENCE', reference)}${element('NARRATION', narration)}` +
    `${element('PERSISTEDVIEW', 'Accounting Voucher View')}${element('ISINVOICE', 'No')}` +
    `${entries.map(entryXml).join('')}</VOUCHER></TALLYMESSAGE>\n`
  );
}

/** The part before the vouchers; `company` '' for the one that is open in Tally. */
export const fileStart = (company: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>' +
  '<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME>' +
  (company === '' ? '' : `<STATICVARIABLES>${element('SVCURRENTCOMPANY', company)}</STATICVARIABLES>`) +
  '</REQUESTDESC><REQUESTDATA>\n';
export const FILE_END = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';
export const TALLY_TYPE = 'application/xml';

/** A whole file, some vouchers at a time. */
export async function* writeVouchers(
  company: string,
  batches: AsyncIterable<readonly Voucher[]>,
): AsyncGenerator<string> {
  yield fileStart(company);
  for await (const vouchers of batches)
    for await (const stretch of batchesOf(vouchers)) yield stretch.map(voucherXml).join('');
  yield FILE_END;
}
