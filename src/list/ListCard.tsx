import { Link } from '@tanstack/react-router';
import { memo, useId, type ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import type { ListDef, OpenDialog, CurrentUser } from './definition.ts';
import type { Item } from './items.ts';
import styles from './Cards.module.css';
import { sameProps } from './same.ts';
import { EntryActions } from './EntryActions.tsx';

export interface ListCardProps<Row> {
  def: ListDef<Row>;
  item: Item<Row>;
  viewer: CurrentUser;
  /** Undefined: nothing is selected on this list. */
  selected: boolean | undefined;
  selectable: boolean;
  readOnly: boolean;
  unfolded: boolean;
  onSelect: (id: string, on: boolean) => void;
  onOpen: (item: Item<Row>) => void;
  openDialog: OpenDialog;
  onEditEntry: (entry: Entry) => void;
  onAction: (item: Item<Row>, name: string) => void;
}

function Card<Row>({
  def,
  item,
  viewer,
  selected,
  selectable,
  readOnly,
  unfolded,
  onSelect,
  onOpen,
  openDialog,
  onEditEntry,
  onAction,
}: ListCardProps<Row>): ReactElement {
  const { row, entry, real } = item;
  const { timeZone } = viewer;
  const inside = useId();
  const id = def.kind.idOf(row);
  const name = def.nameOf(row, timeZone);
  const editable = !readOnly && real && !entry && def.edit?.can(row).ok === true;
  const edit = editable ? (
    <Action key="edit" small look="soft" aria-label={`${def.edit?.label ?? 'Edit'} ${id}`} onClick={() => onOpen(item)}>
      {def.edit?.label}
    </Action>
  ) : null;
  // What of an action waits already is changed by the buttons of what waits.
  const offered = readOnly
    ? []
    : (def.actions ?? []).filter(
        (each) =>
          each.offered(row, viewer) && (real || !each.sentOnly) && !(entry && each.makes?.includes(entry.endpoint)),
      );
  const actions = offered.map(({ name: action, label, can }) => {
    const verdict = can?.(row, viewer);
    const why = verdict?.ok === false ? verdict.message : undefined;
    return (
      <Action
        key={action}
        small
        look="soft"
        aria-label={`${label} ${id}`}
        aria-haspopup="dialog"
        refused={why}
        onClick={() => (why === undefined ? onAction(item, action) : toast.hint(why))}
      >
        {label}
      </Action>
    );
  });
  const details =
    real && !readOnly && def.detailOf ? (
      <Link
        key="details"
        to={def.detailOf(row)}
        className={styles.details}
        aria-label={`Details of ${id}`}
        preload="intent"
      >
        Details
      </Link>
    ) : null;
  const leads = real ? def.page?.of(row) : undefined;
  const opens = def.page
    ? {}
    : def.unfold
      ? { 'aria-expanded': unfolded, ...(unfolded && { 'aria-controls': inside }) }
      : { 'aria-haspopup': 'dialog' as const };
  const head = (
    <>
      {leads === undefined ? (
        <button type="button" className={styles.open} {...opens} onClick={() => onOpen(item)}>
          <span className="k-spoken">{name}</span>
        </button>
      ) : (
        <Link to={leads} className={styles.open} preload="intent">
          <span className="k-spoken">{name}</span>
        </Link>
      )}
      {selected === undefined ? null : (
        <label className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select ${id}`}
            checked={selected}
            disabled={!selectable}
            onChange={(event) => onSelect(id, event.currentTarget.checked)}
          />
        </label>
      )}
      <div className={styles.inside}>
        <def.Card
          row={row}
          timeZone={timeZone}
          waiting={!real}
          actions={details || offered.length > 0 ? [...actions, edit, details] : edit}
        />
        {item.refusal !== undefined ? (
          <Notice tone="bad" icon="warning">
            {item.refusal}
          </Notice>
        ) : null}
        {entry ? (
          <EntryActions
            entry={entry}
            noun={def.kind.noun}
            decision={real && !def.kind.edits.includes(entry.endpoint)}
            readOnly={readOnly}
            onEdit={onEditEntry}
            Conflict={def.Conflict}
          />
        ) : null}
      </div>
    </>
  );
  return (
    <li
      className={styles.card}
      aria-label={id}
      data-version={def.kind.versionOf(row)}
      data-waiting={entry ? '' : undefined}
      data-selected={selected ? '' : undefined}
      data-selectable={selected === undefined ? undefined : ''}
    >
      {def.unfold ? (
        <>
          <div className={styles.head}>{head}</div>
          {unfolded ? (
            <div id={inside} className={styles.body}>
              <def.unfold.Body
                row={row}
                viewer={viewer}
                readOnly={readOnly}
                openDialog={openDialog}
                fallback={<div className={styles.skeleton} />}
              />
            </div>
          ) : null}
        </>
      ) : (
        head
      )}
    </li>
  );
}

/**
 * One card of a list, low enough that a phone shows five of the own ones (LIST-20); drawn again only when something of
 * its own has changed.
 */
export const ListCard = memo(Card, sameProps) as typeof Card;
