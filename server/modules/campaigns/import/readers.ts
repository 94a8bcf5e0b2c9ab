import type { Option } from '#contract/campaign.ts';
import { BUSINESS_LINES, BUSINESS_LINE_STATUSES, type TermField } from '#contract/campaignOptions.ts';
import { isDay, parseTypedDay } from '#domain/dates.ts';
import { bitsOf, codeOf, lineBits } from '../codes.ts';
import type { Values } from '../repository/store.ts';
import { MAX_TERM } from '../repository/terms.ts';

/**
 * How the cells of an imported file are read. Each gives a value, or says what is wrong with the cell; what is empty is
 * not known.
 */

type Cell<Value = Values[string]> = { value: Value } | { wrong: string };
export type Reader<Value = Values[string]> = (text: string) => Cell<Value>;

const MAX_NAMES = 200;
const LARGEST = 2_147_483_647;
const NEVER = '-infinity';

const same = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A list's value by what is sent for it or by what people call it, whatever the case. */
function found(options: readonly Option[], text: string): string | null {
  const wanted = same(text);
  return options.find(({ value, label }) => same(value) === wanted || same(label) === wanted)?.value ?? null;
}
const partsOf = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const notOffered = (text: string, options: readonly Option[]): string =>
  `'${text.slice(0, 60)}' is none of ${options
    .slice(0, 8)
    .map(({ value }) => value)
    .join(', ')}${options.length > 8 ? ' …' : ''}`;

export const oneOf =
  (options: readonly Option[], otherwise = 0): Reader<number> =>
  (text) => {
    if (text === '') return { value: otherwise };
    const value = found(options, text);
    return value === null ? { wrong: notOffered(text, options) } : { value: codeOf(options, value) };
  };

export const severalOf =
  (options: readonly Option[]): Reader<number> =>
  (text) => {
    const values: string[] = [];
    for (const part of partsOf(text)) {
      const value = found(options, part);
      if (value === null) return { wrong: notOffered(part, options) };
      values.push(value);
    }
    return { value: bitsOf(options, values) };
  };

/** 'BIDASSIST:HOT; NEXIZO:COLD': business lines, each with the company's status in it. */
export const lines: Reader<number> = (text) => {
  const statuses = new Map<string, string>();
  for (const part of partsOf(text)) {
    const [line, status, rest] = part.split(':').map((each) => each.trim());
    const [knownLine, knownStatus] = [
      found(BUSINESS_LINES, line ?? ''),
      found(BUSINESS_LINE_STATUSES, status ?? 'NO_STATUS'),
    ];
    if (knownLine === null || rest !== undefined) return { wrong: notOffered(line ?? '', BUSINESS_LINES) };
    if (knownStatus === null) return { wrong: notOffered(status ?? '', BUSINESS_LINE_STATUSES) };
    statuses.set(knownLine, knownStatus);
  }
  return { value: [...statuses].reduce((bits, [line, status]) => bits | lineBits([line], [status]), 0) };
};

export const yesNo: Reader<boolean> = (text) => {
  const word = text.toLowerCase();
  if (['yes', 'y', 'true', '1'].includes(word)) return { value: true };
  if (['', 'no', 'n', 'false', '0'].includes(word)) return { value: false };
  return { wrong: `'${text.slice(0, 60)}' is neither yes nor no` };
};

export const count: Reader<number> = (text) => {
  if (text === '') return { value: 0 };
  const digits = text.replace(/,/g, '');
  return /^\d{1,10}$/.test(digits) && Number(digits) <= LARGEST
    ? { value: Number(digits) }
    : { wrong: `'${text.slice(0, 60)}' is no whole number from 0 on` };
};

/** 2026-11-21 or 21-11-2026. */
export const dayOrNever: Reader<string> = (text) => {
  if (text === '') return { value: NEVER };
  const typed = text.replaceAll('/', '-');
  const day = isDay(typed) ? typed : parseTypedDay(typed);
  return day === null ? { wrong: `'${text.slice(0, 60)}' is no day like 2026-11-21 or 21-11-2026` } : { value: day };
};

export const text =
  (most: number): Reader<string> =>
  (given) =>
    given.length > most ? { wrong: `It is longer than ${most} characters` } : { value: given };

const named =
  (field: TermField, many: boolean): Reader =>
  (given) => {
    const values = many ? partsOf(given) : given === '' ? [] : [given];
    if (values.some((value) => value.length > MAX_TERM)) return { wrong: `It is longer than ${MAX_TERM} characters` };
    if (values.length > MAX_NAMES) return { wrong: `There are more than ${MAX_NAMES}` };
    return { value: { field, values, many } };
  };
/** A value of a list that comes with the data. */
export const name = (field: TermField): Reader => named(field, false);
export const names = (field: TermField): Reader => named(field, true);
