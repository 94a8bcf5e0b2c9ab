import { bulkResult, type BulkResult } from '#contract/decision.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Filters } from '#contract/query.ts';
import type { Entry } from '#outbox/entry.ts';
import type { ListDef, CurrentUser } from './definition.ts';

/** One card: a record as the server has it, or as it will look once the outbox has been sent. */
export interface Item<Row> {
  /** Stays the same when a waiting record becomes a real one, so that its card changes in place. */
  key: string;
  row: Row;
  /** Known to the server. */
  real: boolean;
  /** What of the outbox concerns it and is not settled. */
  entry?: Entry;
  /** Why the server refused this one of a bulk decision. */
  refusal?: string;
}

export interface MergeInput<Row> {
  def: Pick<ListDef<Row>, 'kind' | 'matches' | 'decision' | 'leaves'> & {
    /** New ones are shown here. */
    create?: unknown;
    page?: unknown;
  };
  rows: readonly Row[];
  /** Of this kind, oldest first. */
  entries: readonly Entry[];
  filters: Filters;
  viewer: CurrentUser;
  /** New records stand on the first page only. */
  firstPage: boolean;
  online: boolean;
  /** Entries that have stood on top since the list was opened: they keep their place when they are sent. */
  pinned: ReadonlySet<string>;
}

/** The server's answer to a bulk decision, item by item; undefined for any other entry. */
export function bulkResultOf(entry: Entry): BulkResult | undefined {
  if (!entry.record.ids) return undefined;
  const parsed = bulkResult.safeParse((entry.answer as { data?: unknown } | undefined)?.data);
  return parsed.success ? parsed.data : undefined;
}

const idsOf = (entry: Entry): readonly string[] => entry.record.ids ?? (entry.record.id ? [entry.record.id] : []);
const isOneOf = (names: readonly EndpointName[], entry: Entry): boolean => names.includes(entry.endpoint);
const onItsWay = (entry: Entry): boolean =>
  entry.state === 'waiting' || entry.state === 'uploading' || entry.state === 'sending';

/** Puts what the server said and what waits in the outbox together, without reordering anything (OB-12). */
export function mergeItems<Row>({
  def,
  rows,
  entries,
  filters,
  viewer,
  firstPage,
  online,
  pinned,
}: MergeInput<Row>): Item<Row>[] {
  const { kind } = def;
  const context = { timeZone: viewer.timeZone };
  const known = new Map(rows.map((row) => [kind.idOf(row), row]));
  const onTop: Item<Row>[] = [];
  const shown = new Set<string>();

  if ((def.create || def.page) && firstPage) {
    for (const entry of [...entries].reverse()) {
      if (!isOneOf(kind.creates, entry)) continue;
      const made = entry.state === 'done' ? kind.answeredRow(entry.answer) : null;
      if (entry.state === 'done' && (!made || !pinned.has(entry.id))) continue;
      // Changed again before it has been sent for certain: the newest content is what its owner wants to see.
      const later = made ? [] : entries.filter((other) => other.record.from === entry.id && other.state !== 'done');
      const latest = later.at(-1) ?? entry;
      const row = made
        ? newest(kind.versionOf, made, known.get(kind.idOf(made)))
        : later.reduce((before, change) => kind.editedRow(before, change), kind.queuedRow(entry, viewer));
      if (!def.matches(filters, row, context)) continue;
      if (made) shown.add(kind.idOf(made));
      const item = { key: entry.id, row, real: made !== null };
      onTop.push(made ? withEntries(item) : { ...item, entry: latest });
    }
  }

  // Decided by somebody else meanwhile, it is on no list of what is pending: the decision comes back to its manager all
  // the same (OB-10).
  if (def.decision && firstPage) {
    for (const entry of [...entries].reverse()) {
      const row = cameBack(entry) ? kind.answeredRow({ data: entry.refusal?.current }) : null;
      if (row === null || known.has(kind.idOf(row)) || shown.has(kind.idOf(row))) continue;
      shown.add(kind.idOf(row));
      onTop.push({ key: kind.idOf(row), row, real: true, entry });
    }
  }

  function withEntries(item: Item<Row>): Item<Row> {
    const id = kind.idOf(item.row);
    let { row } = item;
    let waiting: Entry | undefined;
    let refusal: string | undefined;
    for (const entry of entries) {
      if (isOneOf(kind.creates, entry) || !idsOf(entry).includes(id)) continue;
      if (entry.state === 'done') {
        const done = settledRow(entry, row, id);
        if (done.refusal === undefined) row = done.row;
        refusal = done.refusal;
        waiting = undefined;
      } else {
        waiting = entry;
        refusal = undefined;
        if (isOneOf(kind.edits, entry)) row = kind.editedRow(row, entry);
      }
    }
    return { ...item, row, ...(waiting && { entry: waiting }), ...(refusal !== undefined && { refusal }) };
  }

  function settledRow(entry: Entry, row: Row, id: string): { row: Row; refusal?: string } {
    const version = (entry.body['versions'] as Record<string, number> | undefined)?.[id];
    if (!entry.record.ids) return { row: newest(kind.versionOf, row, kind.answeredRow(entry.answer) ?? undefined) };
    // Of a bulk decision only what was decided on is told: a record that has moved on since speaks for itself.
    if (!def.decision || version !== kind.versionOf(row)) return { row };
    const result = bulkResultOf(entry);
    const refused = result?.refused.find((each) => each.id === id);
    if (refused) return { row, refusal: refused.message };
    return result?.done.includes(id)
      ? { row: def.decision.after(row, entry.body['approved'] === true, viewer.name) }
      : { row };
  }

  /**
   * Decided records leave a list that does not show decided ones: at once while there is a network, without it they
   * stay with what waits.
   */
  function stays(item: Item<Row>): boolean {
    if (def.matches(filters, item.row, context)) {
      if (!item.entry || !online || !onItsWay(item.entry) || item.entry.attempts > 0) return true;
      if (def.leaves) return !def.leaves(item.row, item.entry);
      if (!def.decision) return true;
      return def.matches(filters, def.decision.after(item.row, approves(item.entry), viewer.name), context);
    }
    return item.entry !== undefined && (isOneOf(kind.edits, item.entry) || cameBack(item.entry));
  }
  /** A decision that the server refused. */
  function cameBack(entry: Entry): boolean {
    const { decision } = def;
    return (
      decision !== undefined &&
      entry.state === 'needsYou' &&
      isOneOf([decision.endpoints.approve.name, decision.endpoints.reject.name] as EndpointName[], entry)
    );
  }
  const approves = (entry: Entry): boolean =>
    entry.endpoint === def.decision?.endpoints.approve.name || entry.body['approved'] === true;

  const below = rows
    .filter((row) => !shown.has(kind.idOf(row)))
    .map((row) => withEntries({ key: kind.idOf(row), row, real: true }));
  return [...onTop, ...below.filter((item) => stays(item))];
}

function newest<Row>(versionOf: (row: Row) => number, one: Row, other: Row | undefined): Row {
  return other !== undefined && versionOf(other) > versionOf(one) ? other : one;
}
