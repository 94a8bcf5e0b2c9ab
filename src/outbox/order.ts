import { recordKeys, type Entry } from './entry.ts';
import { dueAt, isDue, isLeased, LEASE_MS } from './state.ts';

/** Which entry goes next (OB-8). Pure. */

const ID_MARK = /%7Bid%7D|\{id\}/i;
const ID_MARKS = /%7Bid%7D|\{id\}/gi;
const SENDABLE: ReadonlySet<Entry['state']> = new Set(['waiting', 'uploading', 'sending']);

/** Waits for the id of a record that is not on the server yet. */
const needsId = (entry: Entry): boolean =>
  ID_MARK.test(entry.url) || (entry.record.from !== undefined && entry.record.id === undefined);

/**
 * Tells of each entry whether an earlier one about the same record, or the one it follows, is not on the server yet.
 * Looks through all of them once.
 */
function blockedAmong(all: readonly Entry[]): (entry: Entry) => boolean {
  const open = new Set<string>();
  /** The earliest that is about each record. */
  const first = new Map<string, number>();
  for (const entry of all) {
    if (entry.state === 'done') continue;
    open.add(entry.id);
    for (const key of recordKeys(entry)) first.set(key, Math.min(entry.seq, first.get(key) ?? Infinity));
  }
  return (entry) =>
    needsId(entry) ||
    (entry.after !== undefined && entry.after !== entry.id && open.has(entry.after)) ||
    recordKeys(entry).some((key) => (first.get(key) ?? Infinity) < entry.seq);
}

/**
 * The first entry, in the order of the taps, that may be sent now; `alone` when a lock proves that nobody else works
 * here. One for which the server was busy lets the others go first: it may be busy for that one alone.
 */
export function pick(all: readonly Entry[], now: number, alone: boolean): Entry | undefined {
  const isBlocked = blockedAmong(all);
  const able = all.filter(
    (entry) =>
      SENDABLE.has(entry.state) &&
      !entry.unreadable &&
      isDue(entry, now) &&
      (alone || !isLeased(entry, now)) &&
      !isBlocked(entry),
  );
  const fewest = Math.min(...able.map(({ yields }) => yields ?? 0));
  return able.find(({ yields }) => (yields ?? 0) === fewest);
}

/** The highest turn that an entry has had (see `Entry.yields`). */
export const lastTurn = (all: readonly Entry[]): number =>
  Math.max(0, ...all.filter(({ state }) => state !== 'done').map(({ yields }) => yields ?? 0));

/** When it can be taken: after its pause and its hold, and after a lease that another tab holds. */
function takeAt(entry: Entry, now: number): number {
  const free = entry.lease && isLeased(entry, now) ? entry.lease.at + LEASE_MS : now;
  return Math.max(free, isDue(entry, now) ? now : dueAt(entry));
}

/** When there will be something to do, in epoch milliseconds of the device; null when nothing waits for time alone. */
export function nextAt(all: readonly Entry[], now: number): number | null {
  const isBlocked = blockedAmong(all);
  const times = all
    .filter((entry) => SENDABLE.has(entry.state) && !entry.unreadable && !isBlocked(entry))
    .map((entry) => takeAt(entry, now));
  return times.length > 0 ? Math.min(...times) : null;
}

/** The id and version of the record that an answer speaks of. */
export function answeredRecord(answer: unknown): { id?: string; version?: number } {
  const data = (answer as { data?: Record<string, unknown> } | null)?.data;
  if (typeof data !== 'object' || data === null) return {};
  const id = [data['expenseId'], data['tripId'], data['campaignId'], data['id']].find(
    (value) => typeof value === 'string',
  );
  const version = data['version'];
  return { ...(typeof id === 'string' && { id }), ...(typeof version === 'number' && { version }) };
}

/** Replaces `{id}` by the server's id, in the address and in the body's values. */
export function withRecordId(entry: Entry, id: string): Entry {
  const body = JSON.parse(JSON.stringify(entry.body), (_, value: unknown) => (value === '{id}' ? id : value)) as Record<
    string,
    unknown
  >;
  return { ...entry, url: entry.url.replace(ID_MARKS, encodeURIComponent(id)), body, record: { ...entry.record, id } };
}
