import { parse, type Filter } from 'scim2-parse-filter';
import { MAX_FILTER, MAX_FILTER_TERMS } from './names.ts';
import { badRequest } from './refusals.ts';

export type { Filter };
export type Compare = Extract<Filter, { compValue: unknown }>;

function termsIn(filter: Filter): number {
  if (filter.op === 'and' || filter.op === 'or') return filter.filters.reduce((sum, each) => sum + termsIn(each), 0);
  if (filter.op === 'not') return termsIn(filter.filter);
  return filter.op === '[]' ? termsIn(filter.valFilter) : 1;
}

/** A text as JSON has it, else as it stands: `DOMAIN\user` is sent with one backslash and with two. */
function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Puts the texts back in place of their numbers. */
function withTexts(filter: Filter, texts: readonly string[]): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((each) => withTexts(each, texts)) };
    case 'not':
      return { ...filter, filter: withTexts(filter.filter, texts) };
    case '[]':
      return { ...filter, valFilter: withTexts(filter.valFilter, texts) };
    case 'pr':
      return filter;
    default:
      return typeof filter.compValue === 'string'
        ? { ...filter, compValue: texts[Number(filter.compValue)] ?? '' }
        : filter;
  }
}

/** Parses the filter with each text numbered: the parser reads the escapes of RFC 7644 in its own way. */
function parseNumbered(text: string): Filter {
  const texts: string[] = [];
  let numbered = '';
  let at = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', at)) {
    let close = open + 1;
    while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    if (close >= text.length) throw new Error('A text has no end');
    texts.push(textOf(text.slice(open, close + 1)));
    numbered += `${text.slice(at, open)}"${texts.length - 1}"`;
    at = close + 1;
  }
  return withTexts(parse(numbered + text.slice(at)), texts);
}

/** Reads a filter: at most so long, so that neither the parser nor the database is kept busy by it (SCIM-5). */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_FILTER) throw badRequest('invalidFilter', `A filter has at most ${MAX_FILTER} characters.`);
  let filter: Filter;
  try {
    filter = parseNumbered(text);
  } catch {
    throw badRequest('invalidFilter', 'The filter cannot be read.');
  }
  if (termsIn(filter) > MAX_FILTER_TERMS)
    throw badRequest('invalidFilter', `A filter has at most ${MAX_FILTER_TERMS} comparisons.`);
  return filter;
}

const comparable = (value: unknown): string => String(value ?? '').toLowerCase();

function compares(filter: Compare, value: unknown): boolean {
  const [left, right] = [comparable(value), comparable(filter.compValue)];
  switch (filter.op) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'co':
      return left.includes(right);
    case 'sw':
      return left.startsWith(right);
    case 'ew':
      return left.endsWith(right);
    case 'gt':
      return left > right;
    case 'lt':
      return left < right;
    case 'ge':
      return left >= right;
    case 'le':
      return left <= right;
  }
}

/**
 * Whether one value of a multi-valued attribute is meant. Texts are compared whatever their case, and `"True"` is
 * `true`, as providers send it.
 */
export function isMeant(filter: Filter, of: (name: string) => unknown): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((each) => isMeant(each, of));
    case 'or':
      return filter.filters.some((each) => isMeant(each, of));
    case 'not':
      return !isMeant(filter.filter, of);
    case '[]':
      return false;
    case 'pr':
      return (of(filter.attrPath) ?? '') !== '';
    default:
      return compares(filter, of(filter.attrPath));
  }
}

/** What a value must be for the filter to mean it; null: the filter asks for more than equal texts. */
export function equalitiesOf(filter: Filter): { name: string; value: unknown }[] | null {
  if (filter.op === 'eq') return [{ name: filter.attrPath, value: filter.compValue }];
  if (filter.op !== 'and') return null;
  const parts = filter.filters.map(equalitiesOf);
  return parts.every((part) => part !== null) ? parts.flat() : null;
}
