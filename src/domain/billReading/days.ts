import { addDays, daysBetween, isDay, type Day } from '../dates.ts';
import { around, fits, lettersOf, type Found, type Row } from './pieces.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

interface Candidate {
  day: Day;
  row: number;
  score: number;
  labelled: boolean;
  timed: boolean;
}

/** A bill may be dated one day ahead of a clock that is behind. */
const AHEAD = 1;
/** Older than this is a licence, a birthday or a misreading. */
const OLDEST_DAYS = 15 * 366;
/** Nobody claims what is older; a misread year looks so. */
const SURE_DAYS = 2 * 366;

const two = (text: string): string => text.padStart(2, '0');
const fullYear = (text: string): string => (text.length === 2 ? `20${text}` : text);

/** Day and month as they are written here; where that is no day, the other way round. */
function dayFrom(date: string, month: string, year: string): Day | null {
  const day = `${fullYear(year)}-${two(month)}-${two(date)}`;
  if (isDay(day)) return day;
  const turned = `${fullYear(year)}-${two(date)}-${two(month)}`;
  return isDay(turned) ? turned : null;
}

/** A year of two digits ends there, or a time follows at once: recognition drops spaces. */
const NUMBERS = [
  /(?<!\d)(\d{1,2})\s?-\s?(\d{1,2})\s?-\s?(20\d\d|\d\d(?!\d)|\d\d(?=\d{1,2}:))/g,
  /(?<!\d)(\d{1,2})\s?\.\s?(\d{1,2})\s?\.\s?(20\d\d|\d\d(?!\d)|\d\d(?=\d{1,2}:))/g,
  /(?<!\d)(\d{1,2})\s?\/\s?(\d{1,2})\s?\/\s?(20\d\d|\d\d(?!\d)|\d\d(?=\d{1,2}:))/g,
];
const YEAR_FIRST = /(?<!\d)(20\d\d)\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{1,2})(?!\d[-./])/g;
const NAMED = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s\-./,']{0,3}([a-z]{3})[a-z]{0,6}[\s\-./,']{0,3}(20\d\d|\d\d)/gi;
const MONTH_FIRST =
  /(jan|feb|ma[ry]|apr|ju[nl]|aug|sep|oct|nov|dec)[a-z]{0,6}[\s\-.]{0,2}(\d{1,2})(?:st|nd|rd|th)?[\s,.]{1,3}(20\d\d)/gi;
const TIME = /\d{1,2}\s?[:.]\s?\d{2}(?:\s?[:.]\s?\d{2})?\s?(?:[ap]\.?m)?/i;

/** The days written in a text, from left to right, without a look at whether one can be a bill's (READ-4). */
export function daysIn(text: string): Day[] {
  // O for 0 and l for 1 between digits, where a date is.
  const mended = text.replace(/(?<=[\d/.-])[oO](?=[\d/.-])/g, '0').replace(/(?<=[\d/.-])[lI|](?=[\d/.-])/g, '1');
  const found: { at: number; day: Day }[] = [];
  const add = (at: number, day: Day | null): void => {
    if (day && !found.some((other) => Math.abs(other.at - at) < 4)) found.push({ at, day });
  };
  // A word that is no month makes the month 0, which is no day.
  const month = (name: string): string => String(MONTHS.indexOf(name.toLowerCase()) + 1);
  for (const match of mended.matchAll(YEAR_FIRST))
    add(match.index, dayFrom(match[3] ?? '', match[2] ?? '', match[1] ?? ''));
  for (const match of mended.matchAll(NAMED))
    add(match.index, dayFrom(match[1] ?? '', month(match[2] ?? ''), match[3] ?? ''));
  for (const match of mended.matchAll(MONTH_FIRST))
    add(match.index, dayFrom(match[2] ?? '', month(match[1] ?? ''), match[3] ?? ''));
  for (const pattern of NUMBERS)
    for (const match of mended.matchAll(pattern))
      add(match.index, dayFrom(match[1] ?? '', match[2] ?? '', match[3] ?? ''));
  return found.sort((a, b) => a.at - b.at).map(({ day }) => day);
}

const LABEL = /date|dated|tarikh|dt$|^dt|bil?ldt|invdt/;
const OTHER_DAY = [
  /due|valid|expir|until|before|deliver|departure|checkout|arrival|birth|dob|manufact|mfg|bestby|since|estd/,
  /effective|licen|warrant|return|print|period|next/,
];

/**
 * The day of a bill (READ-4): the one that is called its date or stands beside a time, above those that are called
 * something else (due, valid, printed). A day after `today` is none. 'sure' where it is called so or has a time beside
 * it, and no other day of the bill stands as well.
 */
export function readDay(rows: readonly Row[], today: Day): Found<Day> | null {
  const all: Candidate[] = rows.flatMap((row, index) =>
    daysIn(row.text)
      .filter((day) => day <= addDays(today, AHEAD) && daysBetween(day, today) <= OLDEST_DAYS)
      .map((day) => {
        const letters = lettersOf(row.text);
        const before = lettersOf(rows[index - 1]?.text ?? '');
        const labelled =
          LABEL.test(letters) || (/^date\w{0,4}$/.test(before) && !/\d/.test(rows[index - 1]?.text ?? ''));
        const timed = TIME.test(row.text.replace(/\d{1,4}[-./]\d{1,2}[-./]\d{2,4}/g, ' '));
        const other = fits(OTHER_DAY, letters);
        const score = (labelled ? 3 : 0) + (timed ? 2 : 0) - (other ? 4 : 0) - index / (rows.length * 2);
        return { day, row: index, score, labelled, timed };
      }),
  );
  const best = all.reduce<Candidate | null>((top, one) => (top === null || one.score > top.score ? one : top), null);
  if (!best) return null;
  const again = all.filter(({ day }) => day === best.day).length > 1;
  const rivals = all.filter(({ day, score }) => day !== best.day && score > best.score - 2);
  const recent = daysBetween(best.day, today) <= SURE_DAYS;
  const sure = recent && best.score > 0 && (best.labelled || best.timed || again) && rivals.length === 0;
  const row = rows[best.row] as Row;
  const pieces = row.pieces.filter(({ text }) => daysIn(text).includes(best.day));
  return {
    value: best.day,
    confidence: sure ? 'sure' : 'offered',
    from: around(pieces.length > 0 ? pieces : row.pieces),
  };
}
