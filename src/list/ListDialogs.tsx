import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { MESSAGES } from '#contract/error.ts';
import type { Entry } from '#outbox/entry.ts';
import { Sheet } from '#ui/Dialog.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { PaintedContext, useAfterPaint } from '#ui/useAfterPaint.ts';
import { useLastSeen } from '#ui/useLastSeen.ts';
import { usePhone } from '#ui/usePhone.ts';
import type { ListDef, CurrentUser, Walk } from './definition.ts';
import { mergeItems, type Item } from './items.ts';
import { Bulk, Decision } from './lazyDialogs.ts';
import { isOf } from './owner.ts';
import { isRecord, nextOpen, whatIsOpen, type Opened } from './opened.ts';
import { notifyWhenSaved } from './savedNotice.ts';
import type { ListSearch } from './search.ts';
import type { ListAddress } from './useListSearch.ts';

const Missing = lazyPart(() => import('./MissingRecord.tsx').then((module) => module.MissingRecord));
const NOBODY: ReadonlySet<string> = new Set();

/** Names one open dialog: another address, another dialog. */
const addressOf = ({ open, edit, action }: ListSearch): string => [open, edit, action].join(' ');

type Shown<Row> = Extract<Opened<Row>, { what: 'record' | 'action' }>;
const isShown = <Row,>(opened: Opened<Row>): opened is Shown<Row> =>
  opened.what === 'record' || opened.what === 'action';

export interface ListDialogsProps<Row> {
  def: ListDef<Row>;
  address: ListAddress;
  items: readonly Item<Row>[];
  entries: readonly Entry[];
  viewer: CurrentUser;
  foreign: boolean;
  loading: boolean;
  bulk: { approve: boolean; rows: readonly Row[] } | null;
  onBulkClose: () => void;
  onDecided: () => void;
  /** Shown while its code is loading. */
  fallback?: ReactNode;
}

/** The dialogs of a list: the record, the new record and the entry that its address names, and the bulk question. */
export function ListDialogs<Row>(props: ListDialogsProps<Row>): ReactElement | null {
  const { def, address, items, entries, viewer, foreign, loading, bulk, onBulkClose, onDecided } = props;
  const { search, closeDialog } = address;
  const { kind, decision } = def;
  // On a phone the frame of a tap shows the sheet that the record fills in a moment. A record that must be asked for
  // has none, nor what else is done to one, which may be a small question.
  const ready = useAfterPaint(usePhone());
  if (bulk && decision) {
    return (
      <Bulk
        kind={kind}
        def={decision}
        rows={bulk.rows}
        approve={bulk.approve}
        onClose={onBulkClose}
        onDecided={(entry) => {
          notifyWhenSaved(entry.id);
          onDecided();
        }}
      />
    );
  }
  if (def.unfold) {
    return (
      <def.unfold.Dialogs
        search={search}
        rows={items.map((item) => item.row)}
        entries={entries}
        readOnly={foreign}
        loading={loading}
        onClose={closeDialog}
      />
    );
  }
  if (!ready) {
    const { what } = whatIsOpen({ def, search, items, entries, viewer, foreign });
    return !loading && (what === 'create' || what === 'record') ? <Sheet /> : null;
  }
  return (
    <PaintedContext value>
      <RecordDialogs {...props} />
    </PaintedContext>
  );
}

/** The record, the new record or the entry that the address names. */
function RecordDialogs<Row>({
  def,
  address,
  items,
  entries,
  viewer,
  foreign,
  loading,
  onDecided,
}: Omit<ListDialogsProps<Row>, 'bulk' | 'onBulkClose'>): ReactElement | null {
  const { search, closeDialog } = address;
  const { kind, decision } = def;
  /** The record that the address names, when it is on no row of this page. */
  const [found, setFound] = useState<Row | null>(null);
  const beside = useMemo(
    () =>
      found !== null && kind.idOf(found) === search.open
        ? mergeItems({
            def,
            rows: [found],
            entries: foreign ? [] : entries,
            filters: {},
            viewer,
            firstPage: false,
            online: true,
            pinned: NOBODY,
          })
        : [],
    [found, kind, search.open, def, foreign, entries, viewer],
  );
  /** When the record that is open came up by itself. */
  const [arrivedAt, setArrivedAt] = useState(0);
  const listed = items.some(isRecord(kind, search.open));
  const opened = useMemo(
    () => whatIsOpen({ def, search, items: listed ? items : [...items, ...beside], entries, viewer, foreign }),
    [def, search, listed, items, beside, entries, viewer, foreign],
  );
  // A record that leaves the list while it is open stays open as it was last seen, until it is known what it is now.
  const shown = useLastSeen(addressOf(search), isShown(opened) ? opened : undefined);
  if (opened.what === 'create' && def.create)
    return <def.create.Dialog key={opened.entry?.id ?? ''} entry={opened.entry} onClose={closeDialog} />;
  if (opened.what === 'nothing') return null;
  if (!shown) {
    if (loading || opened.what !== 'missing') return null;
    return (
      <Missing
        key={opened.id}
        id={opened.id}
        kind={kind.name}
        onFound={setFound as (row: unknown) => void}
        onClose={closeDialog}
      />
    );
  }
  const { row, entry } = shown.item;
  const away = search.open !== undefined && !listed && !loading;
  const behind = away ? (
    <Missing
      quiet
      id={search.open ?? ''}
      kind={kind.name}
      onFound={setFound as (row: unknown) => void}
      onClose={closeDialog}
    />
  ) : null;
  // Another person’s record is shown read-only; changes are made on one’s own list.
  const readOnly = foreign || (def.owner === 'USER_EMAIL' && isOf(row, viewer.email) === false);
  /** To the record before and after this one, in the same dialog (MGR-22). */
  const walkThrough = (queue: readonly Item<Row>[]): Walk => {
    const place = queue.findIndex((each) => kind.idOf(each.row) === kind.idOf(row));
    const step = (by: number): (() => void) | null => {
      const next = place < 0 ? undefined : queue[place + by];
      return next ? () => address.walkTo(kind.idOf(next.row)) : null;
    };
    return { at: Math.max(0, place), of: place < 0 ? 1 : queue.length, previous: step(-1), next: step(1) };
  };
  if (shown.what === 'action') {
    const { action } = shown;
    const queue =
      search.open === undefined
        ? []
        : items.filter(
            (each) => each.real && action.offered(each.row, viewer) && action.can?.(each.row, viewer).ok !== false,
          );
    return (
      <>
        <action.Dialog
          key={addressOf(search)}
          row={row}
          entry={entry}
          from={shown.from}
          readOnly={readOnly}
          walk={walkThrough(queue)}
          onClose={closeDialog}
        />
        {behind}
      </>
    );
  }
  /** A decision is stored: the list comes back, or, where that is wanted, the next that is to be decided (MGR-29). */
  const afterDecision = (saved: Entry, goOn: boolean, isOpen: (row: Row) => boolean): void => {
    notifyWhenSaved(saved.id);
    onDecided();
    const decided = goOn && items.find((item) => item.real && kind.idOf(item.row) === kind.idOf(row));
    const next =
      decided && nextOpen(items, decided.key, (item) => isOf(item.row, viewer.email) !== true && isOpen(item.row));
    if (!next) return closeDialog();
    setArrivedAt(performance.now());
    address.walkTo(kind.idOf(next.row));
  };
  if (def.Open) {
    return (
      <>
        <def.Open
          key={addressOf(search)}
          row={row}
          entry={entry}
          readOnly={readOnly}
          walk={walkThrough(items.filter((each) => each.real))}
          arrivedAt={arrivedAt}
          onClose={closeDialog}
          onDecided={(saved, goOn) => afterDecision(saved, goOn, () => true)}
        />
        {behind}
      </>
    );
  }
  if (!decision) return null;

  return (
    <>
      <Decision
        key={search.open}
        kind={kind}
        def={decision}
        row={row}
        email={viewer.email}
        timeZone={viewer.timeZone}
        readOnly={
          foreign
            ? 'This is the queue of somebody else.'
            : isOf(row, viewer.email) && decision.can(row, '').ok
              ? MESSAGES.ownRequest
              : entry
                ? `Your decision waits to be sent: ${entry.face.note ?? ''}. You can take it back on the card.`
                : undefined
        }
        walk={walkThrough(items.filter((each) => each.real))}
        onClose={closeDialog}
        arrivedAt={arrivedAt}
        onDecided={(saved, goOn) => afterDecision(saved, goOn, (each) => decision.can(each, viewer.email).ok)}
      />
      {behind}
    </>
  );
}
