import type { BillReading } from '#domain/billReading/read.ts';
import type { Truth } from './bills.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** '25/12/2018', '03 MAR 2018', '25-12-18', day before month. */
function dayOfTruth(text: string): string {
  const [, day = '', name = '', year = ''] =
    /(\d{1,2})[^\dA-Z]*(\d{1,2}|[A-Z]{3})[^\d]*(\d{4}|\d{2})/i.exec(text) ?? [];
  const month = /\d/.test(name) ? name : String(MONTHS.indexOf(name.toUpperCase()) + 1);
  return `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** How alike two names are, by letters and digits alone: 1 less the changes from one to the other, by its length. */
function alike(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')) as [string, string];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}

export const FIELDS = ['total', 'day', 'merchant'] as const;

/** Which of the fields were read as they are: the total and the date exactly, the merchant nine tenths alike. */
export const judged = (reading: BillReading | null, truth: Truth): Record<(typeof FIELDS)[number], boolean> => ({
  total: reading?.total?.value === Math.round(Number(truth.total.replace(/[^\d.]/g, '')) * 100),
  day: reading?.day?.value === dayOfTruth(truth.date),
  merchant: alike(reading?.merchant?.value ?? '', truth.company) >= 0.9,
});
