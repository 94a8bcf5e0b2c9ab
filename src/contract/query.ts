import {
  AUDIT_TOPICS,
  CANCELLATION_STATUSES,
  CONVEYANCE_TYPES,
  LOCAL_EXPENSE_TYPES,
  PERSON_STATUSES,
  RECORD_KINDS,
  ROLES,
  TALLY_STATUSES,
  TRAVEL_EXPENSE_TYPES,
} from './enums.ts';
import { FIRST_PAGE, MAX_FILTER_CHARS, MAX_FILTER_VALUES, MAX_NAME, MAX_PAGE_SIZE, PAGE_SIZE } from './limits.ts';

/**
 * The filter codec (LIST-1): `pageSize`, `pageNumber`, repeated `filter=KEY:VALUE`, `sort`.
 * Several values of a key are joined with `|`; a range is `start|end` in epoch milliseconds, either side may be empty.
 */
export type FilterKind =
  | 'person'
  | 'text'
  | 'status'
  | 'cancellation'
  | 'range'
  | 'travelType'
  | 'localType'
  | 'conveyanceType'
  | 'city'
  | 'recordKind'
  | 'tallyStatus'
  | 'role'
  | 'personStatus'
  | 'auditTopic'
  | 'words';

export const FILTER_KINDS = {
  USER_EMAIL: 'person',
  MANAGER_EMAIL: 'person',
  EMAIL: 'text',
  EMPLOYEE_NAME: 'text',
  EMPLOYEE_EMAIL: 'text',
  EMPLOYEE_CODE: 'text',
  MANAGER_APPROVAL_STATUS: 'status',
  FINANCE_APPROVAL_STATUS: 'status',
  ADMIN_APPROVAL_STATUS: 'status',
  CANCELLATION_STATUS: 'cancellation',
  DATE_RANGE: 'range',
  MANAGER_APPROVAL_DATE: 'range',
  FINANCE_APPROVAL_DATE: 'range',
  DESTINATION: 'city',
  TRAVEL_EXPENSE_TYPE: 'travelType',
  LOCAL_EXPENSE_TYPE: 'localType',
  CONVEYANCE_TYPE: 'conveyanceType',
  RECORD_KIND: 'recordKind',
  TALLY_STATUS: 'tallyStatus',
  ROLE: 'role',
  PERSON_STATUS: 'personStatus',
  COST_CENTRE: 'text',
  AUDIT_TOPIC: 'auditTopic',
  SEARCH: 'words',
} as const satisfies Record<string, FilterKind>;

export type FilterKey = keyof typeof FILTER_KINDS;
export const FILTER_KEYS = Object.keys(FILTER_KINDS) as FilterKey[];
export const SORT_KEYS = ['EMPLOYEE_CODE'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** How many codes a coded filter has: a value is an index below it. */
const CODE_COUNT: Partial<Record<FilterKind, number>> = {
  status: 4,
  cancellation: CANCELLATION_STATUSES.length,
  travelType: TRAVEL_EXPENSE_TYPES.length,
  localType: LOCAL_EXPENSE_TYPES.length,
  conveyanceType: CONVEYANCE_TYPES.length,
  recordKind: RECORD_KINDS.length,
  tallyStatus: TALLY_STATUSES.length,
  role: ROLES.length,
  personStatus: PERSON_STATUSES.length,
  auditTopic: AUDIT_TOPICS.length,
};

/** Values as they stand on the wire, decoded; a range has exactly two, each digits or empty. */
export type Filters = Partial<Record<FilterKey, readonly string[]>>;
export interface ListQuery {
  pageSize: number;
  pageNumber: number;
  filters: Filters;
  sort?: SortKey | undefined;
}
export interface BadQuery {
  key: string;
  message: string;
}

/**
 * Encodes a list query as the string after `?` (without it). Keys in a fixed order, so that equal queries are equal
 * strings.
 */
export function encodeListQuery(query: Partial<ListQuery> & { filters?: Filters }): string {
  const parts = [`pageSize=${query.pageSize ?? PAGE_SIZE}`, `pageNumber=${query.pageNumber ?? FIRST_PAGE}`];
  for (const key of FILTER_KEYS) {
    const values = query.filters?.[key];
    if (!values || values.length === 0) continue;
    parts.push(`filter=${key}:${values.map(encodeValue).join('|')}`);
  }
  if (query.sort) parts.push(`sort=${query.sort}`);
  return parts.join('&');
}

function wholeNumber(text: string, least: number, most: number): number | null {
  if (!/^\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function badValue(kind: FilterKind, values: readonly string[]): boolean {
  if (kind === 'range')
    return (
      values.length !== 2 || values.every((v) => v === '') || values.some((v) => v !== '' && !/^-?\d{1,15}$/.test(v))
    );
  if (values.some((v) => v === '')) return true;
  if (kind === 'person') return values.length !== 1;
  if (kind === 'words') return values.length !== 1 || (values[0] ?? '').length > MAX_NAME;
  const count = CODE_COUNT[kind];
  return count !== undefined && values.some((v) => wholeNumber(v, 0, count - 1) === null);
}

/**
 * Decodes raw query parameters (each key to its values as received, still URI-encoded inside a filter or not). Unknown
 * keys and bad values are refused naming the key (LIST-2), a page above the largest among them (LIST-6); nothing is
 * guessed. `extra` names further parameters that the call itself reads; they are passed over here.
 */
export function decodeListQuery(
  raw: ReadonlyMap<string, readonly string[]>,
  extra: readonly string[] = [],
): { ok: true; query: ListQuery } | { ok: false; bad: BadQuery } {
  const bad = (key: string, message = `Bad value for ${key}.`) => ({ ok: false as const, bad: { key, message } });
  const query: ListQuery = { pageSize: PAGE_SIZE, pageNumber: FIRST_PAGE, filters: {} };
  for (const [key, values] of raw) {
    if (extra.includes(key)) continue;
    if (key === 'filter') {
      for (const text of values) {
        const colon = text.indexOf(':');
        const name = (colon < 0 ? text : text.slice(0, colon)) as FilterKey;
        const kind = Object.hasOwn(FILTER_KINDS, name) ? FILTER_KINDS[name] : undefined;
        if (!kind) return bad(name.slice(0, 60), `Unknown filter ${name.slice(0, 60)}.`);
        if (colon < 0 || text.length > MAX_FILTER_CHARS || query.filters[name]) return bad(name);
        const decoded = text
          .slice(colon + 1)
          .split(/\||%7C/i)
          .map(decodeValue);
        if (decoded.length > MAX_FILTER_VALUES || badValue(kind, decoded)) return bad(name);
        query.filters[name] = decoded;
      }
      continue;
    }
    const only = values.length === 1 ? (values[0] ?? '') : null;
    if (only === null) return bad(key);
    if (key === 'pageSize' || key === 'pageNumber') {
      const value = key === 'pageSize' ? wholeNumber(only, 1, MAX_PAGE_SIZE) : wholeNumber(only, 0, 1_000_000);
      if (value === null) return bad(key);
      query[key] = value;
    } else if (key === 'sort') {
      if (!(SORT_KEYS as readonly string[]).includes(only)) return bad(key);
      query.sort = only as SortKey;
    } else return bad(key, `Unknown parameter ${key.slice(0, 60)}.`);
  }
  return { ok: true, query };
}

/**
 * Clients escape the bar between values as often as not, so a bar inside a value is written `%7C` before the value is
 * escaped, and a value that itself reads `%7C` gets its percent sign escaped once more.
 */
const encodeValue = (text: string): string =>
  encodeURIComponent(text.replace(/%(?=(?:25)*7C)/gi, '%25').replaceAll('|', '%7C'));
const decodeValue = (text: string): string =>
  safeDecode(text).replace(/%((?:25)*)(7C)/gi, (_, escapes: string, bar: string) =>
    escapes === '' ? '|' : `%${escapes.slice(2)}${bar}`,
  );

/** Splits a query string into raw parameters without touching `|` and `:` inside values. */
export function rawParameters(search: string): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const part of search.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const key = safeDecode(at < 0 ? part : part.slice(0, at));
    // A filter keeps its escapes until it has been split; one whose colon is escaped was encoded whole, once more.
    const text = at < 0 ? '' : part.slice(at + 1).replace(/\+/g, ' ');
    const value = key === 'filter' ? (/^[A-Z_]+%3A/i.test(text) ? safeDecode(text) : text) : safeDecode(text);
    map.set(key, [...(map.get(key) ?? []), value]);
  }
  return map;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
