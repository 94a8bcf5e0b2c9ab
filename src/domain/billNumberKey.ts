/**
 * A bill number as it is compared: letters in capitals and digits, without what stands between them and without
 * leading zeros, which the portals of e-invoices leave out; null where that leaves no digit (DOC-21).
 */
export function billNumberKey(number: string): string | null {
  const key = number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
  return /\d/.test(key) ? key : null;
}
