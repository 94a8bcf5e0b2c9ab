import { MAX_ANSWER_BYTES, MAX_LISTED_INSIDE } from '#contract/limits.ts';
import type { TripWithClaims } from '#contract/expense.ts';
import { shorten } from '#domain/text.ts';
import { TRIP_TEXTS } from '#domain/tripFields.ts';

/**
 * Keeps every page of a list within MAX_ANSWER_BYTES, whatever its rows hold (LIST-18, S3). A page keeps all its rows,
 * since clients count pages by their size: what gives way is the longest texts and lists inside them. A page that fits,
 * as nearly all do, is sent as it is.
 */

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };
type Row = { readonly [name: string]: Json };

/**
 * Texts that people write, and names. Ids, addresses, e-mails and codes are never cut: they are looked up, not read.
 */
export const CUT_TEXTS: ReadonlySet<string> = new Set([
  ...TRIP_TEXTS,
  'remarks',
  'managerRemarks',
  'financeRemarks',
  'adminRemarks',
  'cancellationRemarks',
  'adminCancellationRemarks',
  'reason',
  'note',
  'question',
  'answer',
  'narration',
  'failure',
  'title',
  'name',
  'employeeName',
  'managerName',
  'financeName',
  'decidedBy',
  'addedBy',
  'closedBy',
  'userName',
  'campaignName',
  'owner',
  'by',
  'clientName',
  'merchant',
  'paymentReference',
  'ledger',
  'creditLedger',
  'costCentre',
  'fromLocation',
  'toLocation',
  'travelLocation',
  'baseLocation',
]);

/**
 * What the owner of a record fills in: forms of earlier builds begin with what the row says, and would send a cut text
 * back. A page of PAGE_SIZE rows fits without cutting it.
 */
const OWNERS: ReadonlySet<string> = new Set([...TRIP_TEXTS, 'remarks', 'answer', 'billUrl']);

interface Cut {
  /** Characters of a text, and items of a list inside a row. */
  chars: number;
  items: number;
  /** What its owner fills in stays as it is. */
  butOwners?: true;
}

/**
 * Taken one after the other until the page fits. The last one makes any page fit: tests/contract/bounds.test.ts adds it
 * up by the schemas.
 */
export const CUTS: readonly [Cut, ...Cut[]] = [
  { chars: 300, items: MAX_LISTED_INSIDE, butOwners: true },
  { chars: 100, items: 1, butOwners: true },
  { chars: 1_000, items: MAX_LISTED_INSIDE },
  { chars: 300, items: MAX_LISTED_INSIDE },
  { chars: 100, items: 3 },
  { chars: 20, items: 1 },
];

const fits = (text: string): boolean =>
  text.length * 3 <= MAX_ANSWER_BYTES || Buffer.byteLength(text) <= MAX_ANSWER_BYTES;

/** The same value where nothing of it is too long. */
function shortened(value: Json, name: string, cut: Cut): Json {
  if (cut.butOwners && OWNERS.has(name)) return value;
  if (typeof value === 'string') return CUT_TEXTS.has(name) ? shorten(value, cut.chars) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const before = value as readonly Json[];
    const items = before.slice(0, cut.items).map((item) => shortened(item, name, cut));
    return items.length === before.length && items.every((item, at) => item === before[at]) ? value : items;
  }
  const entries = Object.entries(value).map(([key, item]) => [key, item, shortened(item, key, cut)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}

/** A row that was cut says so; where it holds a record beside its kind, the record does. */
function cutRow(row: Row, cut: Cut): Row {
  const shorter = shortened(row, '', cut) as Row;
  if (shorter === row) return row;
  const { record } = shorter;
  if (typeof record !== 'object') return { ...shorter, cut: true };
  return { ...shorter, record: { ...(record as Row), cut: true } };
}

const hasClaims = (row: unknown): row is TripWithClaims =>
  typeof row === 'object' && row !== null && 'dateResponseList' in row;

/**
 * Trips with their claims: a claim that there is no room for is left out whole (LIST-19), so that nobody changes half
 * of one. The first trips have theirs; each trip without all of its own says so. Days without claims follow from the
 * trip's own dates and are left out.
 */
function withRoomFor(trips: readonly TripWithClaims[]): TripWithClaims[] {
  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;
  const bare = trips.map((trip): TripWithClaims => ({ ...trip, dateResponseList: [], cut: true }));
  let room = MAX_ANSWER_BYTES - 200 - bytes(bare);
  return trips.map((trip, at): TripWithClaims => {
    const days: TripWithClaims['dateResponseList'] = [];
    let whole = true;
    for (const { expenseDate, travelExpenses } of trip.dateResponseList) {
      if (travelExpenses.length === 0 || !whole) continue;
      const kept: typeof travelExpenses = [];
      for (const claim of travelExpenses) {
        room -= bytes(claim) + (kept.length === 0 ? 60 : 0);
        whole &&= room >= 0;
        if (whole) kept.push(claim);
      }
      if (kept.length > 0) days.push({ expenseDate, travelExpenses: kept });
    }
    const lacking = !whole || trip.cut === true;
    return { ...(bare[at] ?? trip), dateResponseList: days, cut: lacking ? true : undefined };
  });
}

/** Applies `change` to the rows of a page, whatever its envelope (LIST-5). */
function mapRows(answer: Row, change: (rows: readonly Row[]) => readonly unknown[]): Row {
  const changed = (rows: Json): Json => change(rows as readonly Row[]) as Json;
  const { content, data } = answer;
  if (Array.isArray(content)) {
    const items = content as readonly Row[];
    const grouped = items.some((item) => 'tripIdResponseList' in item);
    const inGroup = (item: Row): Row => ({ ...item, tripIdResponseList: changed(item['tripIdResponseList']) });
    return { ...answer, content: grouped ? items.map(inGroup) : changed(items) };
  }
  if (Array.isArray(data)) return { ...answer, data: changed(data as readonly Json[]) };
  const { results } = data as { results: Row };
  return { ...answer, data: { ...(data as Row), results: { ...results, content: changed(results['content']) } } };
}

/** The JSON of a list's page. Throws where no cut makes it fit: then its rows hold an unbounded list. */
export function pageJson(answer: unknown): string {
  const whole = JSON.stringify(answer);
  if (fits(whole)) return whole;
  const plain = JSON.parse(whole) as Row;
  const withRoom = (rows: readonly unknown[]) => (rows.every(hasClaims) ? withRoomFor(rows) : rows);
  const roomy = JSON.stringify(mapRows(plain, withRoom));
  if (fits(roomy)) return roomy;
  for (const cut of CUTS) {
    const text = JSON.stringify(mapRows(plain, (rows) => rows.map((row) => cutRow(row, cut))));
    if (fits(text)) return text;
  }
  throw new Error('A page of a list is too long however its rows are cut');
}

/** What a record has gathered, newest first. `more`: older ones are left out. */
export interface Newest<Item> {
  data: Item[];
  more?: true;
}

type Chosen<Item> = (item: Item) => boolean;
const none = (): boolean => false;

/**
 * A list without pages: the newest that fit, `first` before all others, in their order (LIST-19). `more` where some are
 * left out, or were before (`leftOut`).
 */
export function newestOf<Item>(items: readonly Item[], leftOut: boolean, first: Chosen<Item> = none): Newest<Item> {
  let room = MAX_ANSWER_BYTES - 200;
  const kept = new Set<Item>();
  for (const item of [...items.filter(first), ...items.filter((each) => !first(each))]) {
    room -= Buffer.byteLength(JSON.stringify(item)) + 1;
    if (room < 0) break;
    kept.add(item);
  }
  const more = leftOut || kept.size < items.length;
  return { data: items.filter((item) => kept.has(item)), ...(more && { more }) };
}
