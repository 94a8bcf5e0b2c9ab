import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { searchWaiting } from '#contract/calls/waiting.ts';
import type { PendingRecord } from '#contract/record.ts';
import { useRenderTime } from '#data/clock.ts';
import { useEntries } from '#data/entries.ts';
import { isUnreachable } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { listOptions, type ListAnswer } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { faceOf } from '#domain/recordFace.ts';
import { DeckCard } from '#list/deck/DeckCard.tsx';
import { DeckKeyHints } from '#list/deck/DeckKeyHints.tsx';
import styles from '#list/deck/Deck.module.css';
import { UndoBar } from '#list/deck/UndoBar.tsx';
import { useDeck } from '#list/deck/useDeck.ts';
import { useUndo } from '#list/deck/useUndo.ts';
import { EntryActions } from '#list/EntryActions.tsx';
import { mergeItems, type Item } from '#list/items.ts';
import { Freshness } from '#list/ListToolbar.tsx';
import { isOf } from '#list/owner.ts';
import { requestOf } from '#list/request.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Empty, Notice } from '#ui/Notice.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import { decidedBy } from '../decidedBy.ts';
import { capacityOf, pendingKind } from '../PendingCard.tsx';
import { pendingApprovals } from './PendingApprovals.tsx';

const AskDialog = lazyPart(() => import('#modules/enquiries/AskDialog.tsx').then((module) => module.AskDialog));

/** The first page of what waits: the same that the list opens with, and that is fetched ahead. */
const FIRST = { list: requestOf({}, 0, undefined) };
const NONE: ReadonlySet<string> = new Set();

/** What can be decided here and now: a cancellation is settled with its tickets, and on the list. */
const isOfDeck = (item: Item<PendingRecord>, email: string): boolean =>
  item.real &&
  item.row.as !== 'cancellation' &&
  isOf(item.row.record, email) !== true &&
  (item.entry === undefined ||
    item.entry.state === 'needsYou' ||
    pendingApprovals.leaves?.(item.row, item.entry) !== true);

/** What waits for the signed-in person's decision, one request after the other (MGR-34). */
export function ApprovalDeck(): ReactElement {
  const { email, name, employeeCode, timeZone, roles } = useSession();
  const online = useOnline();
  const now = useRenderTime();
  const query = useQuery(listOptions(searchWaiting, FIRST));
  const answer = query.data as ListAnswer<PendingRecord> | undefined;
  const entries = useEntries();
  const items = useMemo(
    () =>
      mergeItems({
        def: pendingApprovals,
        rows: answer?.rows ?? [],
        entries: entries.filter(({ record }) => pendingKind.names?.includes(record.kind)),
        filters: {},
        viewer: { email, name, employeeCode, timeZone },
        firstPage: true,
        online,
        pinned: NONE,
      }).filter((item) => isOfDeck(item, email)),
    [answer?.rows, entries, email, name, employeeCode, timeZone, online],
  );
  const deck = useDeck(useMemo(() => items.map(({ row }) => pendingKind.idOf(row)), [items]));
  const { last, add, undo } = useUndo(deck.show);
  const [asking, setAsking] = useState(false);
  const item = items.find(({ row }) => pendingKind.idOf(row) === deck.current);
  const failed = query.isError && answer === undefined;
  const bar = <UndoBar last={last} onUndo={() => void undo()} />;

  return (
    <div className={styles.deck}>
      <div className={styles.top}>
        <Freshness answer={answer} refreshing={query.isFetching && online} timeZone={timeZone} now={now} />
        <Link to="/list-auth" search={sharedSearch({})} className={styles.link}>
          Show as a list
        </Link>
      </div>
      {failed ? (
        <Notice
          tone="bad"
          icon="cloudOff"
          role="alert"
          actions={
            <Action small icon="retry" onClick={() => void query.refetch()}>
              Try again
            </Action>
          }
        >
          {isUnreachable(query.error)
            ? 'What waits for you has not been read on this device yet. That needs a connection.'
            : `What waits for you could not be loaded. ${query.error.message}`}
        </Notice>
      ) : null}
      {answer === undefined && !failed ? <div className={styles.skeleton} role="status" aria-label="Loading" /> : null}
      {item
        ? decidedBy(item.row)((kind, def, record) => (
            <DeckCard
              key={deck.current}
              kind={kind}
              def={def}
              row={record}
              email={email}
              timeZone={timeZone}
              place={`${deck.open - deck.skipped} to decide${deck.skipped > 0 ? `, ${deck.skipped} skipped` : ''}`}
              capacity={capacityOf(item.row, email, roles)}
              held={
                item.entry ? (
                  <EntryActions
                    decision
                    entry={item.entry}
                    noun={pendingKind.noun}
                    readOnly={false}
                    onEdit={() => undefined}
                    Conflict={pendingApprovals.Conflict}
                  />
                ) : null
              }
              arrivedAt={deck.arrivedAt}
              moves={{
                skip: deck.skip,
                back: deck.back,
                undo: () => void undo(),
                ask: () => setAsking(true),
              }}
              undo={bar}
              onDecided={(entry, text) => {
                add({ entryId: entry.id, id: kind.idOf(record), text });
                deck.advance();
              }}
            />
          ))
        : null}
      {answer !== undefined && !item ? (
        <>
          {deck.skipped > 0 ? (
            <Empty title={`${deck.skipped} skipped`} hint="Everything else that is known here is decided.">
              <Action look="primary" onClick={deck.again}>
                Show them again
              </Action>
            </Empty>
          ) : (
            <Empty title="Nothing waits for you" hint="Requests that need your decision appear here, oldest first." />
          )}
          {bar}
        </>
      ) : null}
      <DeckKeyHints />
      {asking && item ? (
        <AskDialog
          about={faceOf(item.row, timeZone)}
          of={item.row.record.employeeName}
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false);
            deck.skip();
          }}
        />
      ) : null}
    </div>
  );
}
