import { useTable } from '@tanstack/react-table';
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import type { ListDef, TableColumn, CurrentUser } from '../definition.ts';
import type { Item } from '../items.ts';
import { columnDefs, FEATURES, pinnedOf, SELECT, stickyStyle, type ShownColumn } from './columns.ts';
import { isPlain, isTypedInto } from './keys.ts';
import { focusField, focusRow, rowsOf, useRowFocus } from './useRowFocus.ts';
import { SelectAll } from './cells.tsx';
import styles from './Table.module.css';
import { useJustMoved } from './useJustMoved.ts';
import { TableRow } from './TableRow.tsx';

export interface TableSelection<Row> {
  has: (id: string) => boolean;
  can: (item: Item<Row>) => boolean;
  set: (id: string, on: boolean) => void;
  all: (on: boolean) => void;
  /** How many are selected, and how many could be. */
  chosen: number;
  selectable: number;
}

export interface DataTableProps<Row> {
  def: ListDef<Row>;
  columns: readonly TableColumn<Row>[];
  hidden: readonly string[];
  /** What a screen reader calls it. */
  label: string;
  items: readonly Item<Row>[];
  viewer: CurrentUser;
  readOnly: boolean;
  busy: boolean;
  /** Null: the list has no selection. */
  selection: TableSelection<Row> | null;
  /** Whether a row is gone from here once it is decided so. */
  leaves: (row: Row, approve: boolean) => boolean;
  onDecideMany: (approve: boolean) => void;
  onOpen: (item: Item<Row>) => void;
  onDecided: (entry: Entry) => void;
  onEditEntry: (entry: Entry) => void;
  onHelp: () => void;
  /** One page on or back; null where there is none. */
  onPage: { next: (() => void) | null; previous: (() => void) | null };
}

const nothing = (): void => undefined;
const keyOf = ({ key }: { key: string }): string => key;

/**
 * The rows of a list as a table: header and first columns stay in sight, and every row is reached and decided by the
 * keyboard alone (FIN-15): its keys here, those of a row in TableRow.tsx.
 */
export function DataTable<Row>({
  def,
  columns,
  hidden,
  label,
  items,
  viewer,
  readOnly,
  busy,
  selection,
  leaves,
  onDecideMany,
  onOpen,
  onDecided,
  onEditEntry,
  onHelp,
  onPage,
}: DataTableProps<Row>): ReactElement {
  const selects = selection !== null;
  const defs = useMemo(() => columnDefs(columns, selects), [columns, selects]);
  const columnPinning = useMemo(() => pinnedOf(columns, selects), [columns, selects]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const table = useTable({
    features: FEATURES,
    columns: defs,
    data: items,
    getRowId: keyOf,
    state: { columnVisibility, columnPinning },
  });

  const leafColumns = table.getVisibleLeafColumns();
  const shown = useMemo(
    () =>
      leafColumns.map((leaf): ShownColumn<Row> => {
        const sticky = leaf.getIsPinned() || null;
        const column = (leaf.columnDef.meta?.column ?? null) as TableColumn<Row> | null;
        return {
          id: leaf.id,
          column,
          width: leaf.getSize(),
          sticky,
          offset: sticky === 'start' ? leaf.getStart('start') : sticky === 'end' ? leaf.getAfter('end') : 0,
        };
      }),
    [leafColumns],
  );
  const width = shown.reduce((sum, each) => sum + each.width, 0);
  const reach = (side: 'start' | 'end'): number =>
    shown.filter(({ sticky }) => sticky === side).reduce((sum, each) => sum + each.width, 0);
  // Room to spare goes to the columns of words; without one the table is as wide as its columns.
  const grows = shown.some(({ column }) => column?.long);

  const body = useRef<HTMLTableElement>(null);
  const keys = useMemo(() => items.map(keyOf), [items]);
  const focus = useRowFocus(body, keys);
  const justMoved = useJustMoved(keys);
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });

  // The next row is there at once; the decided one leaves when the device has its decision.
  const passOn = useCallback(
    ({ key, row }: Item<Row>, approve: boolean): void => {
      if (leaves(row, approve)) latest.current.pass(key);
    },
    [leaves],
  );

  // Without a focused row, an arrow key enters the table and the help key opens the help.
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        !isPlain(event) ||
        isTypedInto(event.target) ||
        document.querySelector('[role="dialog"]')
      )
        return;
      const nowhere =
        event.target === document.body || (event.target instanceof HTMLElement && event.target.matches('h1, main'));
      if (event.key === '?') onHelp();
      else if (nowhere && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) latest.current.move(0);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onHelp]);

  const turn = (page: (() => void) | null): boolean => {
    if (page) {
      focus.toTop();
      page();
    }
    return true;
  };
  const press = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    const field = (event.target as HTMLElement).dataset['field'];
    if (
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === 'a' &&
      !isTypedInto(event.target) &&
      selection
    ) {
      event.preventDefault();
      selection.all(true);
      return;
    }
    if (!isPlain(event)) return;
    if (field !== undefined) {
      // Down a column of fields as in a sheet.
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      const rows = rowsOf(event.currentTarget);
      const from = rows.findIndex((row) => row.contains(event.target as Node));
      const rest = step > 0 ? rows.slice(from + 1) : rows.slice(0, from).reverse();
      const next = rest.find((row) => row.querySelector(`[data-field="${field}"]`));
      if (next && focusField(next, field)) next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
    if (isTypedInto(event.target)) return;
    const done = ((): boolean => {
      switch (event.key) {
        case 'ArrowDown':
          focus.move(1);
          return true;
        case 'ArrowUp':
          focus.move(-1);
          return true;
        case 'Home':
          focus.move('first');
          return true;
        case 'End':
          focus.move('last');
          return true;
        case 'PageDown':
          focus.move(10);
          return true;
        case 'PageUp':
          focus.move(-10);
          return true;
        case 'n':
        case 'N':
          return turn(onPage.next);
        case 'p':
        case 'P':
          return turn(onPage.previous);
        case 'Escape':
          if (!selection || selection.chosen === 0) return false;
          selection.all(false);
          focusRow(rowsOf(event.currentTarget).find((row) => row.contains(event.target as Node)));
          return true;
        default:
          return false;
      }
    })();
    if (done) event.preventDefault();
  };

  return (
    <div className={styles.scroller} style={{ scrollPaddingInline: `${reach('start')}px ${reach('end')}px` }}>
      <table
        ref={body}
        className={styles.table}
        aria-label={label}
        aria-busy={busy || undefined}
        style={{ width: grows ? '100%' : width, minWidth: width }}
        onKeyDown={press}
      >
        <colgroup>
          {shown.map(({ id, column, width: wide }) => (
            <col key={id} style={column?.long ? undefined : { width: wide }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map((each) => (
              <th
                key={each.id}
                scope="col"
                className={each.column?.align === 'end' ? styles.end : undefined}
                data-sticky={each.sticky ?? undefined}
                style={stickyStyle(each)}
              >
                {each.id === SELECT && selection ? (
                  <SelectAll chosen={selection.chosen} selectable={selection.selectable} onAll={selection.all} />
                ) : (
                  each.column?.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original: item }) => (
            <TableRow
              key={id}
              def={def}
              item={item}
              columns={shown}
              viewer={viewer}
              readOnly={readOnly}
              active={id === focus.active}
              selected={selection ? selection.has(def.kind.idOf(item.row)) : undefined}
              selectable={selection?.can(item) ?? false}
              many={(selection?.chosen ?? 0) > 0}
              onSelect={selection?.set ?? nothing}
              onDecideMany={onDecideMany}
              onOpen={onOpen}
              onActive={focus.setActive}
              cameUp={focus.cameUp}
              justMoved={justMoved}
              onStoring={passOn}
              onDecided={onDecided}
              onEditEntry={onEditEntry}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
