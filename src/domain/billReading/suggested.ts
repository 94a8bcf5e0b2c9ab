import {
  MAX_BILLS,
  MAX_PAPER_GROUPS,
  MAX_PAPER_TIMES,
  MAX_READ_TEXT,
  MAX_SIGNED_CODE,
  PAPER_GROUP_HASHES,
  PAPER_MINUTES,
} from '#contract/limits.ts';
import { SUGGESTED, type BillSuggested, type PaperMarks, type Suggested } from '#contract/reading.ts';
import { isDay, type Day } from '../dates.ts';
import { parseAmount, toRupees } from '../money.ts';
import { isGstin } from '../patterns.ts';
import { parseLine } from '../text.ts';
import type { Found } from './pieces.ts';
import type { BillReading } from './read.ts';

/** What was suggested of a bill, as it is kept beside it (READ-12). */
export interface Suggestions {
  /** Paise. */
  total?: number;
  day?: Day;
  merchant?: string;
  billNumber?: string;
  gstin?: string;
  upiReference?: string;
  /** Those that a second piece of evidence agrees with; never empty. */
  sure?: Suggested[];
}

/**
 * The reading of a bill as a device sent it: what was suggested, the text of its signed code, and what its paper is
 * known again by.
 */
export interface SentReading {
  suggestions: Suggestions | null;
  code: string | null;
  paper: PaperMarks | null;
}

const textLike = (value: unknown, like: RegExp): string | null =>
  typeof value === 'string' && like.test(value) ? value : null;

function lineIn(value: unknown): string | null {
  const line = parseLine(value, '', MAX_READ_TEXT);
  return line.ok && line.text !== '' ? line.text : null;
}

/** Each value as it is kept; null where it is none. */
const READERS = {
  total: (value: unknown): number | null => {
    const amount = parseAmount(value);
    return amount.ok ? amount.paise : null;
  },
  day: (value: unknown): Day | null => (isDay(value) ? value : null),
  merchant: lineIn,
  billNumber: (value: unknown): string | null => textLike(value, /^[A-Za-z0-9/#._-]{1,32}$/),
  gstin: (value: unknown): string | null => (typeof value === 'string' && isGstin(value) ? value : null),
  upiReference: (value: unknown): string | null => textLike(value, /^\d{12}$/),
} as const satisfies Record<Suggested, (value: unknown) => unknown>;

function suggestionsIn(given: Readonly<Record<string, unknown>>): Suggestions | null {
  const read = SUGGESTED.flatMap((name) => {
    const value = READERS[name](given[name]);
    return value === null ? [] : [[name, value] as const];
  });
  if (read.length === 0) return null;
  const sure: readonly unknown[] = Array.isArray(given['sure']) ? given['sure'] : [];
  const certain = read.map(([name]) => name).filter((name) => sure.includes(name));
  return { ...Object.fromEntries(read), ...(certain.length > 0 && { sure: certain }) };
}

const codeIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= MAX_SIGNED_CODE && value.trim() !== '' ? value.trim() : null;

/** Whole numbers from 0 on, each once. */
function numbersIn(value: unknown, below: number, most: number): number[] {
  const isGood = (one: unknown): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) < below;
  return Array.isArray(value) ? [...new Set((value.slice(0, most) as unknown[]).filter(isGood))] : [];
}

function paperIn(value: unknown): PaperMarks | null {
  if (typeof value !== 'object' || value === null) return null;
  const { groups, times } = value as Readonly<Record<string, unknown>>;
  const marks = {
    groups: numbersIn(groups, PAPER_GROUP_HASHES, MAX_PAPER_GROUPS),
    times: numbersIn(times, PAPER_MINUTES, MAX_PAPER_TIMES),
  };
  return marks.groups.length > 0 ? marks : null;
}

/**
 * The readings that came with a claim, by the bill's fingerPrint. A claim is never refused for them: what cannot be
 * understood, or is too long, is left out (READ-12).
 */
export function parseReadings(value: unknown): Map<string, SentReading> {
  const sent = Array.isArray(value) ? (value.slice(0, MAX_BILLS) as unknown[]) : [];
  return new Map(
    sent.flatMap((one) => {
      if (typeof one !== 'object' || one === null) return [];
      const given = one as Readonly<Record<string, unknown>>;
      const { fingerPrint } = given;
      const [suggestions, code] = [suggestionsIn(given), codeIn(given['code'])];
      return typeof fingerPrint === 'string' && (suggestions || code !== null)
        ? [[fingerPrint, { suggestions, code, paper: paperIn(given['paper']) }] as const]
        : [];
    }),
  );
}

/**
 * What a form suggests of a reading, as it is sent: claims are in rupees, so an amount of another currency is none of
 * theirs, and of another country's tax number nothing is said (READ-12). What the paper is known again by
 * goes with it (DOC-23). Empty where there is nothing to suggest.
 */
export function suggestedOf(reading: BillReading): BillSuggested {
  const { kind, total, day, merchant, number, taxNumber, currency, paper } = reading;
  const inRupees = currency === null || currency === 'INR';
  const found: Record<Suggested, Found<string | number> | null> = {
    total: inRupees && total ? { ...total, value: toRupees(total.value) } : null,
    day,
    merchant: merchant && { ...merchant, value: merchant.value.slice(0, MAX_READ_TEXT) },
    billNumber: kind === 'bill' ? number : null,
    gstin: taxNumber,
    upiReference: kind === 'payment' ? number : null,
  };
  const good = SUGGESTED.filter((name) => READERS[name](found[name]?.value) !== null);
  const sure = good.filter((name) => found[name]?.confidence === 'sure');
  return {
    ...Object.fromEntries(good.map((name) => [name, found[name]?.value])),
    ...(sure.length > 0 && { sure }),
    ...(good.length > 0 && paper.groups.length > 0 && { paper }),
  };
}
