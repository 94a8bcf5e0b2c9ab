import { formatDay, isDay, millisOfDay, toDay, type Day } from './dates.ts';
import { isTime, millisOfTime, timeOf } from './times.ts';
import { NO, YES, yesNo } from './tripWords.ts';

/**
 * What kind of value a field holds. One value has up to four forms: as the domain and the database keep it (days are
 * days), as it is sent (days are moments), as it is typed into a form, and as people read it.
 */
export interface FieldKind<Value = unknown, Wire = Value> {
  /** Is this a value as it is kept? */
  is(value: unknown): value is Value;
  toWire(value: Value, timeZone: string): Wire;
  /** Null for what is no value of this kind. */
  fromWire(sent: unknown, timeZone: string): Value | null;
  toText(value: Value): string;
  /** Null while what was typed is no value yet. */
  fromText(text: string): Value | null;
  show(value: Value): string;
}

/** A kind whose values are sent as they are kept. */
const plain = <Value>(
  is: (value: unknown) => value is Value,
  kind: Pick<FieldKind<Value>, 'toText' | 'fromText' | 'show'>,
): FieldKind<Value> => ({
  is,
  toWire: (value) => value,
  fromWire: (sent) => (is(sent) ? sent : null),
  ...kind,
});

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const same = (text: string): string => text;

export const TEXT: FieldKind<string> = plain(isFilled, { toText: same, fromText: same, show: same });

export const DAY: FieldKind<Day, number> = {
  is: isDay,
  toWire: millisOfDay,
  fromWire: (sent, timeZone) => (typeof sent === 'number' ? toDay(sent, timeZone) : null),
  toText: same,
  fromText: (text) => (isDay(text) ? text : null),
  show: formatDay,
};

const DAY_MS = 86_400_000;

/** Milliseconds since midnight (TRIP-12). */
export const TIME: FieldKind<number> = plain(
  (value): value is number => typeof value === 'number' && value >= 0 && value < DAY_MS,
  { toText: timeOf, fromText: (text) => (isTime(text) ? millisOfTime(text) : null), show: timeOf },
);

export const YES_OR_NO: FieldKind<boolean> = plain((value): value is boolean => typeof value === 'boolean', {
  toText: (value) => (value ? YES : NO),
  fromText: (text) => (text === '' ? null : text === YES),
  show: yesNo,
});

/** One of these words. A word of a later version is shown as it is. */
export const oneOf = <Word extends string>(words: Readonly<Record<Word, string>>): FieldKind<Word> =>
  plain<Word>((value): value is Word => isFilled(value), {
    toText: same,
    fromText: (text) => (text === '' ? null : (text as Word)),
    show: (value) => words[value] ?? value,
  });
