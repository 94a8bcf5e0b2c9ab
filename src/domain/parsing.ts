import * as z from 'zod/mini';
import { documentInput, type DocumentInput } from '#contract/fields.ts';
import { MAX_BILLS } from '#contract/limits.ts';
import { cleanFileName, parseLine, parseRemarks } from './text.ts';

/** One parsed field: its clean value, or the message that says what is wrong with it. */
export type Parsed<Value> = { value: Value } | { message: string };

/** A field by the contract's schema, whose own message is said when it does not conform. */
export function conform<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): Parsed<z.infer<Schema>> {
  const result = z.safeParse(schema, value);
  return result.success ? { value: result.data } : { message: result.error.issues[0]?.message ?? '' };
}

/** What a schema says of a value that is not there; '' where it may be left out. */
export function missingIn(schema: z.ZodMiniType): string {
  const absent = conform(schema, undefined);
  return 'message' in absent ? absent.message : '';
}

/** A line that must be filled: `missing` is said of an empty one. */
export function parseNeededLine(value: unknown, label: string, most: number, missing: string): Parsed<string> {
  const read = parseLine(value, label, most);
  if (!read.ok) return { message: read.message };
  return read.text === '' ? { message: missing } : { value: read.text };
}

/** Remarks that a claim cannot do without; blanks alone are none, and `missing` is said (LOC-5, TRV-3). */
export function parseNeededRemarks(value: unknown, missing: string): Parsed<string> {
  if (typeof value !== 'string') return { message: missing };
  const remarks = parseRemarks(value);
  if (!remarks.ok) return { message: remarks.message };
  return remarks.text === '' ? { message: missing } : { value: remarks.text };
}

/** Placeholder of a bill that is on the device but not yet uploaded; each counts. */
export const QUEUED_FINGER_PRINT = '0'.repeat(64);

/** A bill as a claim keeps it: what it is, and what its owner calls it. */
export interface NamedBill {
  fingerPrint: string;
  name?: string;
}

/** The bills of a claim: one to twenty, none says `missing`; the same file twice counts once (LOC-9, LOC-12). */
export function parseBills(value: unknown, missing: string): Parsed<NamedBill[]> {
  if (!Array.isArray(value) || value.length === 0) return { message: missing };
  const parsed = conform(z.array(documentInput), value);
  if ('message' in parsed) return { message: 'A bill cannot be read. Please upload it again' };
  const bills = distinct(parsed.value);
  return bills.length > MAX_BILLS ? { message: `At most ${MAX_BILLS} bills can be attached` } : { value: bills };
}

function distinct(documents: readonly DocumentInput[]): NamedBill[] {
  const seen = new Set<string>();
  const bills: NamedBill[] = [];
  for (const item of documents) {
    const bill = typeof item === 'string' ? { fingerPrint: item } : item;
    if (seen.has(bill.fingerPrint) && bill.fingerPrint !== QUEUED_FINGER_PRINT) continue;
    seen.add(bill.fingerPrint);
    bills.push(
      bill.name === undefined
        ? { fingerPrint: bill.fingerPrint }
        : { fingerPrint: bill.fingerPrint, name: cleanFileName(bill.name) },
    );
  }
  return bills;
}

/**
 * What an id looks like, with room to spare: each that is refused is told again with its message, and the answer stays
 * bounded (S3).
 */
const ID = /^[\w .-]{1,60}$/;

/** Parses a list of ids, each counting once; null where it is none, or one of them can be no id. */
export const parseIdList = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((id): id is string => typeof id === 'string' && ID.test(id))
    ? [...new Set(value)]
    : null;
