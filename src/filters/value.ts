import { DATE_PRESETS, type DatePreset } from '#contract/enums.ts';
import { MAX_FILTER_CHARS, MAX_FILTER_VALUES, MAX_NAME } from '#contract/limits.ts';
import type { FilterKey, Filters } from '#contract/query.ts';
import { rangeLabel, rangeOf, rangeToWire } from '#domain/dateRanges.ts';
import { formatDay, isDay, toDay } from '#domain/dates.ts';
import { CATALOGUE, labelOf, type Control, type FilterUse } from './catalogue.ts';

/** The values of a list's filters as they stand in the address: `1`, `0|2`, `LAST_7_DAYS`, `2026-07-01|2026-07-15`. */
export type FilterTexts = Partial<Record<FilterKey, string>>;

export interface Calendar {
  today: string;
  timeZone: string;
  /** The month that the financial year starts in; absent: April. */
  yearFrom?: number;
}

const escapeBar = (text: string): string => text.replaceAll('%', '%25').replaceAll('|', '%7C');
const unescapeBar = (text: string): string => text.replaceAll(/%7C/gi, '|').replaceAll('%25', '%');
export const joinValues = (values: readonly string[]): string => values.map(escapeBar).join('|');
export const splitValues = (text: string | undefined): string[] =>
  text
    ? text
        .split('|')
        .map(unescapeBar)
        .filter((value) => value.trim() !== '')
    : [];

const isPreset = (text: string): text is DatePreset => (DATE_PRESETS as readonly string[]).includes(text);

/** One end of a custom range: a day, or a moment as on the wire, or open. Undefined: junk. */
function endOf(text: string, timeZone: string): string | undefined {
  if (text === '' || isDay(text)) return text;
  return /^-?\d{1,15}$/.test(text) ? (toDay(Number(text), timeZone) ?? undefined) : undefined;
}

/** The days of a custom range, either of which may be empty; null when the text is no range. */
export function customRange(text: string, timeZone = 'UTC'): { start: string; end: string } | null {
  const parts = text.split('|');
  if (parts.length !== 2) return null;
  const [start, end] = parts.map((part) => endOf(part, timeZone));
  if (start === undefined || end === undefined || (start === '' && end === '')) return null;
  return start !== '' && end !== '' && start > end ? { start: end, end: start } : { start, end };
}

/** What no name has and the server refuses: control characters, half characters, whole pages. */
const storable = (value: string): boolean => value.length <= MAX_NAME && !/\p{Cc}|\p{Surrogate}/u.test(value);
const ROOM_FOR_KEY = 60;

/** How many values a filter takes. */
export const mostOf = (control: Control): number =>
  control.kind === 'words'
    ? 1
    : ((control.kind === 'people' || control.kind === 'texts' ? control.most : undefined) ?? MAX_FILTER_VALUES);

/** What the address says of one filter, cleaned: unknown junk is no value, and nothing ever throws. */
export function readText(key: FilterKey, raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const text = String(raw);
  const control = CATALOGUE[key].control;
  if (control.kind === 'range') {
    if (isPreset(text)) return control.presets.includes(text) ? text : undefined;
    return customRange(text) ? text : undefined;
  }
  const values = [...new Set(splitValues(text))].filter(storable).slice(0, mostOf(control));
  while (values.length > 0 && values.map(encodeURIComponent).join('|').length > MAX_FILTER_CHARS - ROOM_FOR_KEY)
    values.pop();
  const kept =
    control.kind === 'codes' ? values.filter((value) => control.codes.some((each) => each.code === value)) : values;
  return kept.length > 0 ? joinValues(kept) : undefined;
}

/** The filters as they go on the wire. */
export function toWire(texts: FilterTexts, { today, timeZone, yearFrom }: Calendar): Filters {
  const filters: Filters = {};
  for (const [key, text] of Object.entries(texts) as [FilterKey, string][]) {
    if (CATALOGUE[key].control.kind !== 'range') {
      filters[key] = splitValues(text);
      continue;
    }
    const days = isPreset(text) ? rangeOf(text, today, yearFrom) : customRange(text, timeZone);
    if (!days || (!days.start && !days.end)) continue;
    // A named range without a start begins where time does (FIN-6).
    const [start, end] = rangeToWire(days, timeZone);
    filters[key] = [isPreset(text) ? start || '0' : start, end];
  }
  return filters;
}

function valueLabel(key: FilterKey, text: string): string {
  const control = CATALOGUE[key].control;
  if (control.kind === 'codes')
    return splitValues(text)
      .map((value) => control.codes.find((each) => each.code === value)?.label ?? value)
      .join(', ');
  if (control.kind !== 'range') return splitValues(text).join(', ');
  if (isPreset(text)) return rangeLabel(text);
  const days = customRange(text);
  if (!days) return text;
  if (days.start === '') return `until ${formatDay(days.end)}`;
  if (days.end === '') return `from ${formatDay(days.start)}`;
  return `${formatDay(days.start)} to ${formatDay(days.end)}`;
}

export interface ChipFacts {
  key: FilterKey;
  text: string;
  fixed: boolean;
}

/** One chip for each filter that has a value, in the list's order. */
export function chipsOf(uses: readonly FilterUse[], texts: FilterTexts): ChipFacts[] {
  return uses.flatMap((use) => {
    const text = texts[use.key];
    return text
      ? [{ key: use.key, text: `${labelOf(use)}: ${valueLabel(use.key, text)}`, fixed: use.fixed === true }]
      : [];
  });
}

/** The texts after 'Clear all': fixed filters go back to their start, the others have none. */
export function clearedTexts(uses: readonly FilterUse[]): FilterTexts {
  const texts: FilterTexts = {};
  for (const use of uses) if (use.fixed && use.start !== undefined) texts[use.key] = use.start;
  return texts;
}
