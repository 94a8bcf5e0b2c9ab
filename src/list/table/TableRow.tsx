import { memo, useId, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { useInlineDecision, type InlineDecision } from '../decision/useInlineDecision.ts';
import type { DecisionDef, DecisionField } from '../decision/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import type { ListDef, CurrentUser } from '../definition.ts';
import type { Item } from '../items.ts';
import { sameProps } from '../same.ts';
import { entryBadge } from '../entryState.ts';
import { EntryActions } from '../EntryActions.tsx';
import { BillsCell, IdCell } from './cells.tsx';
import { SELECT, stickyStyle, type ShownColumn } from './columns.ts';
import { DecideButtons, FieldInput } from './decisionCells.tsx';
import { isMove, isPlain, isPressed, isTypedInto } from './keys.ts';
import { offersOf, whyNotRevived } from './offers.ts';
import { useFieldKeys } from './useFieldKeys.ts';
import styles from './Table.module.css';

export interface TableRowProps<Row> {
  def: ListDef<Row>;
  item: Item<Row>;
  columns: readonly ShownColumn<Row>[];
  viewer: CurrentUser;
  readOnly: boolean;
  /** The keyboard's way through the table goes through this row. */
  active: boolean;
  /** Undefined: nothing is selected on this list. */
  selected: boolean | undefined;
  selectable: boolean;
  /** Something is selected: the keys that decide mean all of it. */
  many: boolean;
  onSelect: (id: string, on: boolean) => void;
  onDecideMany: (approve: boolean) => void;
  onOpen: (item: Item<Row>) => void;
  onActive: (key: string) => void;
  /** Whether the keyboard has come to this row because the one before it left by itself; asked once. */
  cameUp: (key: string) => boolean;
  /** Whether rows have just moved up. */
  justMoved: () => boolean;
  /** A decision of it is on its way to the device. */
  onStoring: (item: Item<Row>, approve: boolean) => void;
  onDecided: (entry: Entry) => void;
  onEditEntry: (entry: Entry) => void;
}

const NO_DECISION: InlineDecision = {
  texts: {},
  errors: {},
  busy: false,
  set: () => undefined,
  decide: () => Promise.resolve(null),
  revive: () => Promise.resolve(),
};

const UNASKED = 'The row that you were at has left the list. Press the key again to decide this one.';

function Row<Row>(props: TableRowProps<Row>): ReactElement {
  // Whether a list is decided at all is settled by its definition, for good.
  return props.def.decision ? (
    <DecidedRow {...props} decided={props.def.decision} />
  ) : (
    <RowCells {...props} decision={NO_DECISION} />
  );
}

function DecidedRow<Row>({ decided, ...props }: TableRowProps<Row> & { decided: DecisionDef<Row> }): ReactElement {
  const { def, item, viewer, onStoring, onDecided } = props;
  return (
    <RowCells
      {...props}
      decision={useInlineDecision({
        kind: def.kind,
        def: decided,
        row: item.row,
        email: viewer.email,
        onStoring: (approve) => onStoring(item, approve),
        onDecided,
      })}
    />
  );
}

function RowCells<Row>({
  def,
  item,
  columns,
  viewer,
  readOnly,
  active,
  selected,
  selectable,
  many,
  onSelect,
  onDecideMany,
  onOpen,
  onActive,
  cameUp,
  justMoved,
  onEditEntry,
  decision,
}: TableRowProps<Row> & { decision: InlineDecision }): ReactElement {
  const { row, key, entry, refusal } = item;
  const id = def.kind.idOf(row);
  const offers = offersOf(item, def.decision, viewer, readOnly);
  const line = useRef<HTMLTableRowElement>(null);
  const { decide, ...field } = useFieldKeys(line, decision);
  const note = useId();
  const fields = offers === 'decide' ? (def.decision?.fields ?? []) : [];

  /** By the mouse: nothing right after rows have moved under it. */
  const pressed = (approve: boolean): void => {
    if (!justMoved()) decide(approve);
  };
  const bill = (n: string): boolean => {
    const eye = line.current?.querySelector<HTMLElement>(`[data-bill="${n}"]`);
    eye?.click();
    return eye !== null && eye !== undefined;
  };
  const first = (kind: DecisionField<Row>['kind']): boolean =>
    field.goTo(fields.find((each) => each.kind === kind)?.name ?? null);

  /** True: the key was for this row. */
  const command = (told: string, unasked: boolean): boolean => {
    const key = told.toLowerCase();
    switch (key) {
      case 'a':
      case 'r':
        if (many) onDecideMany(key === 'a');
        else if (offers === 'decide' && unasked) toast.hint(UNASKED);
        else if (offers === 'decide') decide(key === 'a');
        return true;
      case 'e':
        return first('amount');
      case 'm':
        return first('text');
      case 'u':
        if (offers === 'revive' && unasked) toast.hint(UNASKED);
        else if (offers === 'revive') void decision.revive();
        return true;
      case 'v':
        return bill('1');
      case 'c':
        line.current?.querySelector<HTMLElement>('[data-copy]')?.click();
        return true;
      default:
        return /^[1-9]$/.test(told) && bill(told);
    }
  };
  const press = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    // Layers over the table are elsewhere in the DOM.
    if (event.defaultPrevented || !isPlain(event) || !event.currentTarget.contains(event.target as Node)) return;
    const name = (event.target as HTMLElement).dataset['field'];
    if (name !== undefined) return field.press(event, name);
    if (isTypedInto(event.target)) return;
    // Held down, a key would go on with the row that follows when this one has left.
    if (event.repeat) {
      if (!isMove(event.key)) event.preventDefault();
      return;
    }
    const unasked = cameUp(key);
    if (event.key === ' ' || event.key === 'Enter') {
      if (isPressed(event.target)) return;
      event.preventDefault();
      if (event.key === 'Enter') onOpen(item);
      else if (selectable) onSelect(id, !selected);
      return;
    }
    field.tell(event.key);
    if (command(event.key, unasked)) event.preventDefault();
  };

  const reachable = active;
  const inside = ({ id: columnId, column }: ShownColumn<Row>): ReactNode => {
    if (columnId === SELECT)
      return (
        <input
          type="checkbox"
          aria-label={`Select ${id}`}
          tabIndex={reachable ? 0 : -1}
          checked={selected === true}
          disabled={!selectable}
          onChange={(event) => onSelect(id, event.currentTarget.checked)}
        />
      );
    if (!column) return null;
    if (column.opens) return <IdCell id={id} words={column.opens} reachable={reachable} onOpen={() => onOpen(item)} />;
    if (column.bills)
      return (
        <BillsCell
          sources={def.kind.bills(row)}
          id={id}
          warnings={offers === 'decide' ? (def.decision?.warnings(row, viewer.timeZone) ?? []) : []}
          reachable={reachable}
        />
      );
    const own = column.field === undefined ? undefined : fields.find(({ name }) => name === column.field);
    if (own) return <FieldInput field={own} row={row} id={id} decision={decision} reachable={reachable} />;
    const said = column.cell(row, viewer);
    if (column.decides)
      return entry ? (
        <span className={styles.state}>{entryBadge(entry).label}</span>
      ) : (
        <DecideButtons
          id={id}
          offers={offers}
          decision={decision}
          reachable={reachable}
          settled={said}
          why={offers === 'revive' ? whyNotRevived(row, def.decision) : undefined}
          onDecide={pressed}
        />
      );
    return column.long ? (
      <span className={styles.long} title={typeof said === 'string' ? said : undefined}>
        {said}
      </span>
    ) : (
      said
    );
  };

  const about = entry || refusal !== undefined;
  return (
    <>
      <tr
        ref={line}
        className={styles.row}
        data-key={key}
        data-version={def.kind.versionOf(row)}
        data-selected={selected ? '' : undefined}
        data-waiting={entry ? '' : undefined}
        aria-describedby={about ? note : undefined}
        aria-label={def.nameOf(row, viewer.timeZone)}
        tabIndex={active ? 0 : -1}
        onFocus={() => onActive(key)}
        onKeyDown={press}
        onBlur={field.leave}
      >
        {columns.map((shown) => (
          <td
            key={shown.id}
            className={shown.column?.align === 'end' ? styles.end : undefined}
            data-sticky={shown.sticky ?? undefined}
            style={stickyStyle(shown)}
          >
            {inside(shown)}
          </td>
        ))}
      </tr>
      {about ? (
        <tr className={styles.note}>
          <td colSpan={columns.length}>
            <div id={note} className={styles.noteInside}>
              {refusal !== undefined ? (
                <Notice tone="bad" icon="warning">
                  {refusal}
                </Notice>
              ) : null}
              {entry ? (
                <EntryActions
                  entry={entry}
                  noun={def.kind.noun}
                  decision
                  readOnly={readOnly}
                  onEdit={onEditEntry}
                  Conflict={def.Conflict}
                />
              ) : null}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** One row of a table; drawn again only when something of its own has changed. */
export const TableRow = memo(Row, sameProps) as typeof Row;
