import type { Entry } from '#outbox/entry.ts';
import type { CurrentUser, ListDef, RecordDefinition, RowAction } from './definition.ts';
import type { Item } from './items.ts';
import type { ListSearch } from './search.ts';

/**
 * What comes up after a decision: the next of the queue that is still to be decided, then those before it; undefined
 * when there is none.
 */
export function nextOpen<Row>(
  items: readonly Item<Row>[],
  decided: Item<Row>['key'],
  isOpen: (item: Item<Row>) => boolean,
): Item<Row> | undefined {
  const at = items.findIndex(({ key }) => key === decided);
  return [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].find(
    (item) => item.real && !item.entry && item.refusal === undefined && isOpen(item),
  );
}

/** What is open in a list. */
export type Opened<Row> =
  | { what: 'nothing' }
  /** A new record, or a waiting one. */
  | { what: 'create'; entry?: Entry }
  | { what: 'record'; item: Pick<Item<Row>, 'row' | 'entry'> }
  | { what: 'action'; action: RowAction<Row>; item: Pick<Item<Row>, 'row' | 'entry'>; from?: string }
  /** A record that is not among the rows. */
  | { what: 'missing'; id: string };

/**
 * Is this item the record of that id, whole? A row that was cut for a page of a list is not: the record is asked for by
 * itself (S3). An item of several kinds is taken unchanged.
 */
export const isRecord =
  <Row>({ idOf, names }: Pick<RecordDefinition<Row>, 'idOf' | 'names'>, id: string | undefined) =>
  ({ real, row }: Pick<Item<Row>, 'real' | 'row'>): boolean =>
    real && idOf(row) === id && (names !== undefined || !(row as { cut?: true }).cut);

export interface OpenedInput<Row> {
  def: Pick<ListDef<Row>, 'kind' | 'create' | 'actions'>;
  search: Pick<ListSearch, 'new' | 'open' | 'edit' | 'action'>;
  items: readonly Item<Row>[];
  entries: readonly Entry[];
  viewer: CurrentUser;
  /** Somebody else's list: what waits here has nothing to do with it. */
  foreign: boolean;
}

/** What the address of a list opens: a record or a waiting entry of it, in the dialog that it is changed in. */
export function whatIsOpen<Row>({ def, search, items, entries, viewer, foreign }: OpenedInput<Row>): Opened<Row> {
  const { kind } = def;
  const named = def.actions?.find(({ name }) => name === search.action);
  if (search.new && def.create && !foreign) return { what: 'create' };
  if (search.edit !== undefined && !foreign) {
    const entry = entries.find((each) => each.id === search.edit);
    return entry ? openEntry(entry) : { what: 'nothing' };
  }
  if (search.open === undefined) return { what: 'nothing' };
  const item = items.find(isRecord(kind, search.open));
  if (!item) return { what: 'missing', id: search.open };
  return named ? { what: 'action', action: named, item } : { what: 'record', item };

  function openEntry(entry: Entry): Opened<Row> {
    const action = named ?? def.actions?.find(({ makes }) => makes?.includes(entry.endpoint) === true);
    const maker = kind.creates.includes(entry.endpoint) ? entry.id : entry.record.from;
    const item = items.find(
      (each) => (each.real ? kind.idOf(each.row) === entry.record.id : false) || each.key === maker,
    );
    if (action) {
      const shown = item ?? rowOf(entry);
      return shown
        ? {
            what: 'action',
            action,
            item: named ? shown : { row: shown.row, entry },
            ...(maker !== undefined && item?.real !== true && entry.record.id === undefined && { from: maker }),
          }
        : { what: 'nothing' };
    }
    // A change of a record that the server has is never the making of a new one.
    if (kind.edits.includes(entry.endpoint) && entry.record.id !== undefined) {
      const shown = item ?? rowOf(entry);
      return shown ? { what: 'record', item: { row: shown.row, entry } } : { what: 'missing', id: entry.record.id };
    }
    return def.create ? { what: 'create', entry } : { what: 'nothing' };
  }

  /** The record of an entry that is on another page: as it was when the change was made, or as it is being made. */
  function rowOf(entry: Entry): Pick<Item<Row>, 'row' | 'entry'> | null {
    const maker = kind.creates.includes(entry.endpoint) ? entry : entries.find((each) => each.id === entry.record.from);
    const base =
      maker && maker.state !== 'done'
        ? kind.queuedRow(maker, viewer)
        : ((entry.base as Row | undefined) ?? (maker ? kind.answeredRow(maker.answer) : null));
    if (base === null || base === undefined) return null;
    return { row: maker === entry ? base : kind.editedRow(base, entry), entry };
  }
}
