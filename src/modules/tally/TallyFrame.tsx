import type { ReactElement, ReactNode } from 'react';
import { MESSAGES } from '#contract/error.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { SortKey } from '#contract/query.ts';
import { useRenderTime } from '#data/clock.ts';
import { isUnreachable } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { useSession } from '#data/session.ts';
import type { FilterUse } from '#filters/catalogue.ts';
import { FilterChips } from '#filters/FilterChips.tsx';
import { FilterControl } from '#filters/FilterControl.tsx';
import { clearedTexts } from '#filters/value.ts';
import { Freshness } from '#list/ListToolbar.tsx';
import { SkeletonCards } from '#list/CardList.tsx';
import { useForbidden } from '#list/useListData.ts';
import { Action } from '#ui/Action.tsx';
import { Empty, Notice } from '#ui/Notice.tsx';
import { Pager } from '#ui/Pager.tsx';
import styles from './Tally.module.css';
import type { TallyPage } from './useTally.ts';

const NO_SORTS: readonly { key: SortKey; label: string }[] = [];

export interface TallyFrameProps<Row> {
  list: TallyPage<Row>;
  uses: readonly FilterUse[];
  sorts?: readonly { key: SortKey; label: string }[];
  /** A heading of its own, where the list is a part of a page. */
  title?: string;
  /** Where else one goes from here. */
  links?: ReactNode;
  /** Between the filters and the rows: what is done with those that are chosen. */
  bar?: ReactNode;
  /** What an empty list means and what to do next. */
  emptyHint: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * A list of Tally's: filters, rows or what is in their place, pages. Without a network it keeps what was loaded, and
 * says so.
 */
export function TallyFrame<Row>({
  list,
  uses,
  sorts = NO_SORTS,
  title,
  links,
  bar,
  emptyHint,
  children,
}: TallyFrameProps<Row>): ReactElement {
  const { timeZone } = useSession();
  const online = useOnline();
  const now = useRenderTime();
  const { address, answer, error, fetching, again } = list;
  const { search, texts } = address;
  const forbidden = useForbidden(error);
  const failed = error !== null && !forbidden;
  const filtered = Object.keys(texts).length > 0;
  const freshness = <Freshness answer={answer} refreshing={fetching && online} timeZone={timeZone} now={now} />;
  return (
    <>
      <div className={styles.toolbar}>
        {title === undefined ? null : <h2 className={styles.heading}>{title}</h2>}
        {links ? (
          <nav className={styles.links} aria-label="Tally">
            {links}
          </nav>
        ) : null}
        {links ? <span className={styles.space} /> : freshness}
        <FilterControl
          uses={uses}
          sorts={sorts}
          texts={texts}
          sort={search.sort}
          timeZone={timeZone}
          onApply={address.toFilters}
        />
      </div>
      {links ? freshness : null}
      <FilterChips
        uses={uses}
        texts={texts}
        onClear={() => address.toFilters(clearedTexts(uses), search.sort)}
        onRemove={(key) => {
          const { [key]: _removed, ...rest } = texts;
          address.toFilters(rest, search.sort);
        }}
      />
      {failed && (answer === undefined || (online && !isUnreachable(error))) ? (
        <Notice
          tone="bad"
          icon="cloudOff"
          role="alert"
          actions={
            <Action small icon="retry" onClick={again}>
              Try again
            </Action>
          }
        >
          {`${answer ? 'This list could not be refreshed.' : 'This list could not be loaded.'} ` + error.message}
        </Notice>
      ) : null}
      {!online && answer ? (
        <Notice tone="wait" icon="cloudOff" role="status">
          Tally needs a connection. What is shown was loaded earlier and can be changed when you are online.
        </Notice>
      ) : null}
      {answer && answer.rows.length > 0 ? bar : null}
      {answer === undefined && !failed ? <SkeletonCards /> : null}
      {answer && answer.rows.length > 0 ? children(answer.rows) : null}
      {answer && answer.rows.length === 0 ? (
        <Empty
          title={MESSAGES.contentNotFound}
          hint={filtered ? `Nothing matches these filters. ${emptyHint}` : emptyHint}
        />
      ) : null}
      {answer && answer.total > 0 ? (
        <Pager page={search.page} pageSize={PAGE_SIZE} total={answer.total} onPage={address.toPage} />
      ) : null}
    </>
  );
}
