import { useCallback, useEffect, useMemo, type ReactElement } from 'react';
import { isUnreachable } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { useEntries } from '#data/entries.ts';
import { useSession } from '#data/session.ts';
import { BulkBar } from './decision/BulkBar.tsx';
import type { Entry } from '#outbox/entry.ts';
import { DoNotPersistContext } from '#files/source.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { lazyGeneric, lazyPart, optionalPart } from '#ui/lazyPart.tsx';
import { Pager } from '#ui/Pager.tsx';
import { useRoom } from '#ui/useRoom.ts';
import { whenAtHand } from '#ui/whenAtHand.ts';
import { CardList, SkeletonCards } from './CardList.tsx';
import type { ListDef, CurrentUser } from './definition.ts';
import { mergeItems } from './items.ts';
import { Dialogs, opensDialog, preloadDialogs } from './lazyDialogs.ts';
import styles from './List.module.css';
import { ListEmpty } from './ListEmpty.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { useSameItems } from './same.ts';
import { sizeOf, unfoldedOf } from './search.ts';
import { useBulkDecision } from './selection.ts';
import { useForbidden, useListData, usePinned } from './useListData.ts';
import { useListSearch } from './useListSearch.ts';
import { useOpening } from './useOpening.ts';
import { useSentToasts } from './sentToasts.ts';
import { listOwnerOf } from './owner.ts';

const NO_ENTRIES: readonly Entry[] = [];
const NO_ROWS: readonly unknown[] = [];
const OwnerBanner = lazyPart(() => import('./OwnerBanner.tsx').then((module) => module.OwnerBanner));
const TableView = lazyGeneric(async () => (await import('./table/TableView.tsx')).TableView);
const WholeFilter = lazyGeneric(async () => (await import('./WholeFilter.tsx')).WholeFilter);
const PageSize = optionalPart(() => import('./table/PageSize.tsx').then((module) => module.PageSize));
const QueueSwitch = optionalPart(() => import('./QueueSwitch.tsx').then((module) => module.QueueSwitch));

/**
 * Any list of cards: filters, what waits, rows, pages, and the dialogs that its address opens. What it is a list of,
 * the definition says. It says too that nothing is found (LIST-8), and what failed, with the old list still there
 * (LIST-11).
 */
export function ListScreen<Row>({ def }: { def: ListDef<Row> }): ReactElement {
  const session = useSession();
  const online = useOnline();
  const room = useRoom();
  const Table = room ? def.Table : undefined;
  const address = useListSearch(def);
  const { search, texts, openDialog } = address;
  const size = sizeOf(search);
  const viewer = useMemo<CurrentUser>(
    () => ({
      email: session.email,
      name: session.name,
      employeeCode: session.employeeCode,
      timeZone: session.timeZone,
    }),
    [session],
  );
  const { foreign, onBehalfOf, readOnly, delegators } = useMemo(
    () => listOwnerOf(def, search.findByEmail, session),
    [def, search.findByEmail, session],
  );
  const { query, filters, answer } = useListData(def, address, viewer);

  const ofThisKind = useCallback(
    (entry: Entry) =>
      def.kind.names
        ? def.kind.names.includes(entry.record.kind)
        : entry.record.kind === (def.unfold?.kind ?? def.kind.name),
    [def],
  );
  const entries = useEntries(ofThisKind);
  const asked = JSON.stringify([search.page, filters, search.sort, size]);
  const pinned = usePinned(entries, asked);
  const merged = useMemo(
    () =>
      mergeItems({
        def,
        rows: answer?.rows ?? [],
        entries: readOnly || def.unfold ? NO_ENTRIES : entries,
        filters,
        viewer,
        firstPage: search.page === 0,
        online,
        pinned,
      }),
    [def, answer?.rows, entries, readOnly, filters, viewer, search.page, online, pinned],
  );
  const items = useSameItems(merged);
  useSentToasts(def, entries);

  const { canSelect, leaves, selectable, selection, all, more, canTake, bulk, askBulk, setBulk, bulkRows } =
    useBulkDecision({
      def,
      items,
      entries,
      filters,
      viewer,
      readOnly,
      answer,
      asked,
    });

  /** Without a network what is decided stays, with what waits. */
  const leavesNow = useCallback((row: Row, approve: boolean) => online && leaves(row, approve), [online, leaves]);

  const opens = bulk !== null || opensDialog(search);
  useEffect(() => {
    if (!opens) return whenAtHand(() => preloadDialogs(def));
    // All of them at once, and not each after the one that leads to it.
    preloadDialogs(def);
    return undefined;
  }, [def, opens]);
  const { create, openItem, editEntry, act } = useOpening(def, address);

  const { show } = search;
  const unfolded = useMemo(() => unfoldedOf({ show }), [show]);
  const forbidden = useForbidden(query.error);
  const failed = query.isError && query.error !== null && !forbidden;
  const refreshing = query.isFetching && online;
  const waitingForRows = answer === undefined && !failed;
  const empty = answer !== undefined && items.length === 0;
  const creatable = def.create !== undefined && !foreign;
  const nothing = empty ? (
    <ListEmpty
      answer={answer}
      page={search.page}
      pageSize={size}
      filtered={Object.keys(texts).length > 0}
      hint={def.emptyHint}
    />
  ) : null;
  const pager =
    answer && answer.total > 0 ? (
      <Pager
        page={search.page}
        pageSize={size}
        total={answer.total}
        partial={answer.from === 'device'}
        onPage={address.toPage}
      />
    ) : null;

  return (
    <DoNotPersistContext value={foreign !== undefined}>
      <div
        className={[styles.screen, def.columns ? styles.wide : creatable && styles.room, Table && styles.broad]
          .filter(Boolean)
          .join(' ')}
      >
        {delegators.length > 0 ? (
          <QueueSwitch
            own={session.roles.isManager ? session.email : null}
            others={delegators}
            shown={foreign ?? session.email}
            fallback={<div className={styles.switch} />}
          />
        ) : null}
        {foreign ? (
          // As high before its code, and the rows which say the person's name, are there.
          <div className={styles.banner}>
            <OwnerBanner
              email={foreign}
              onBehalfOf={onBehalfOf?.name}
              rows={answer?.rows ?? NO_ROWS}
              queue={def.owner === 'MANAGER_EMAIL'}
            />
          </div>
        ) : null}
        <ListToolbar
          def={def}
          texts={texts}
          filters={filters}
          sort={search.sort}
          timeZone={viewer.timeZone}
          answer={answer}
          refreshing={refreshing}
          onApply={address.toFilters}
          onCreate={creatable ? create : null}
        />
        {def.decision && !readOnly && !def.columns ? (
          <BulkBar
            selected={selection.whole?.length ?? selection.chosen.length}
            all={all}
            some={selection.chosen.length > 0}
            disabled={selectable.length === 0}
            onAll={selection.all}
            onDecide={askBulk}
          />
        ) : null}
        {more && answer ? (
          <WholeFilter
            key={asked}
            def={def}
            filters={filters}
            sort={search.sort}
            total={answer.total}
            canSelect={canTake}
            whole={selection.whole}
            onWhole={selection.setWhole}
          />
        ) : null}
        {failed && (answer === undefined || (online && !isUnreachable(query.error))) ? (
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
            {foreign && isUnreachable(query.error)
              ? 'Somebody else’s list needs a connection: it is not kept on this device.'
              : `${answer ? 'This list could not be refreshed.' : 'This list could not be loaded.'} ` +
                `${query.error?.message ?? ''}`}
          </Notice>
        ) : null}
        {def.columns ? (
          <TableView
            def={def}
            items={items}
            viewer={viewer}
            readOnly={readOnly}
            loading={waitingForRows}
            busy={query.isPlaceholderData}
            summary={answer?.summary}
            selection={selection}
            selectable={selectable.length}
            canSelect={canSelect}
            leaves={leavesNow}
            size={size}
            onSize={address.toSize}
            page={search.page}
            total={answer?.total ?? 0}
            onPage={address.toPage}
            onOpen={openItem}
            onEditEntry={editEntry}
            empty={nothing}
            pager={pager}
            fallback={waitingForRows ? <SkeletonCards /> : null}
          />
        ) : null}
        {waitingForRows && !def.columns ? <SkeletonCards /> : null}
        {items.length > 0 && Table ? (
          <Table
            rows={items.map(({ row }) => row)}
            busy={query.isPlaceholderData}
            fallback={<SkeletonCards />}
            after={pager}
          />
        ) : items.length > 0 && !def.columns ? (
          <CardList
            def={def}
            items={items}
            page={`${asked} ${query.isPlaceholderData}`}
            whose={`${viewer.email} ${foreign ?? ''}`}
            viewer={viewer}
            readOnly={readOnly}
            unfolded={unfolded}
            busy={query.isPlaceholderData}
            selection={def.decision && !readOnly ? { has: selection.has, can: canSelect, set: selection.set } : null}
            onOpen={openItem}
            openDialog={openDialog}
            onEditEntry={editEntry}
            onAction={act}
          />
        ) : null}
        {def.columns ? null : nothing}
        {def.columns || (items.length > 0 && Table) ? null : pager}
        {def.decision && pager && !def.columns ? (
          <div className={styles.size}>
            <PageSize size={size} onSize={address.toSize} />
          </div>
        ) : null}
        {opens ? (
          <Dialogs
            fallback={waitingForRows ? null : <div className={styles.opening} />}
            def={def}
            address={address}
            items={items}
            entries={entries}
            viewer={viewer}
            foreign={readOnly}
            loading={waitingForRows || query.isPlaceholderData}
            bulk={bulk === null ? null : { approve: bulk, rows: bulkRows() }}
            onBulkClose={() => setBulk(null)}
            onDecided={() => {
              setBulk(null);
              selection.clear();
            }}
          />
        ) : null}
      </div>
    </DoNotPersistContext>
  );
}
