import { RECORD_KINDS } from '#contract/enums.ts';
import type { Filters } from '#contract/query.ts';
import type { AnyRecord } from '#contract/record.ts';
import { dayOf, formatDay, type Day } from './dates.ts';
import { endingOf, faceOf, idOfRecord, KIND_WORDS, TYPE_WORDS } from './recordFace.ts';
import { storedStatuses } from './status.ts';

/**
 * What the filters and the search of 'everything I raised' mean (NAV-4). The server asks its database in the same
 * terms: each word must be found in the text that `searchableText` describes.
 */

/** The words of a search, small; an amount as people write it (₹1,234.00) becomes the number that is stored (1234). */
export function parseSearchWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(words.map((word) => (/^₹?[\d,]+(\.\d{0,2})?$/.test(word) ? plainAmount(word) : word)))];
}

function plainAmount(word: string): string {
  const digits = word.replace(/[₹,]/g, '');
  if (!digits.includes('.')) return digits;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}

/**
 * Everything of a record that a search looks at, joined by spaces: id, kind, type, trip, places, client, remarks,
 * amount, days.
 */
export function searchableText(any: AnyRecord, timeZone: string): string {
  const { from, to, amount } = faceOf(any, timeZone);
  const parts: (string | number | null | undefined)[] = [idOfRecord(any), KIND_WORDS[any.kind]];
  if (any.kind === 'trip') parts.push(any.record.departureCity, any.record.arrivalCity, any.record.reasonForTravel);
  if (any.kind === 'localExpense') parts.push(TYPE_WORDS[any.record.localExpenseType], any.record.furtherType);
  if (any.kind === 'travelExpense')
    parts.push(TYPE_WORDS[any.record.travelExpenseType], any.record.furtherType, any.record.tripId);
  if (any.kind === 'conveyance')
    parts.push(
      TYPE_WORDS[any.record.conveyanceType],
      any.record.clientName,
      any.record.fromLocation,
      any.record.toLocation,
    );
  parts.push(any.record.remarks, amount, formatDay(from), from === to ? null : formatDay(to));
  return parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(' ')
    .toLowerCase();
}

/** Both ends included, either may be empty; compared by days. A trip counts by its first day (LIST-1). */
function dayWithin(day: Day, [start = '', end = '']: readonly string[], timeZone: string): boolean {
  return (start === '' || day >= dayOf(Number(start), timeZone)) && (end === '' || day <= dayOf(Number(end), timeZone));
}

/** Does a record pass every filter? A filter that this list does not have selects none. */
export function matchesRecord(filters: Filters, any: AnyRecord, { timeZone }: { timeZone: string }): boolean {
  return Object.entries(filters).every(([key, values]) => {
    if (values.length === 0) return true;
    if (key === 'RECORD_KIND') return values.includes(String(RECORD_KINDS.indexOf(any.kind)));
    if (key === 'MANAGER_APPROVAL_STATUS')
      return (storedStatuses('manager', values) as string[]).includes(any.record.managerApprovalStatus);
    if (key === 'DATE_RANGE') return dayWithin(faceOf(any, timeZone).from, values, timeZone);
    if (key !== 'SEARCH') return false;
    const text = searchableText(any, timeZone);
    return parseSearchWords(values[0] ?? '').every((word) => text.includes(word));
  });
}

/** Newest first, ties by id, so that the order is total. */
export function recordOrder(): (a: AnyRecord, b: AnyRecord) => number {
  return (a, b) => b.record.createdAt - a.record.createdAt || (idOfRecord(a) < idOfRecord(b) ? 1 : -1);
}

/** Is a question about it of any use? Not once it was withdrawn or cancelled. */
export const isGone = (any: AnyRecord): boolean => endingOf(any)?.gone === true;
