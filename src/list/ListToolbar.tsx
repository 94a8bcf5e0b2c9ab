import { memo, type ReactElement } from 'react';
import type { Filters, SortKey } from '#contract/query.ts';
import { useRenderTime } from '#data/clock.ts';
import type { AnswerSource, ListAnswer } from '#data/query.ts';
import { FilterChips } from '#filters/FilterChips.tsx';
import { FilterControl } from '#filters/FilterControl.tsx';
import { clearedTexts, type FilterTexts } from '#filters/value.ts';
import { Action } from '#ui/Action.tsx';
import { asOfText } from '#ui/moments.ts';
import styles from './List.module.css';
import type { ListDef } from './definition.ts';

export interface FreshnessProps {
  answer: { asOf: number; from: AnswerSource } | undefined;
  /** The server is being asked, and there is a network: what is shown is about to be replaced. */
  refreshing: boolean;
  timeZone: string;
  now: number;
}

/** How old what is shown may be. Its place is always there, so that nothing moves when it speaks. */
export function Freshness({ answer, refreshing, timeZone, now }: FreshnessProps): ReactElement {
  let text = '';
  if (answer?.from === 'device') text = 'From this device: may be incomplete';
  else if (answer?.from === 'stored' && !refreshing) text = asOfText(answer.asOf, now, timeZone);
  return (
    <p className={styles.status} role="status">
      {text}
    </p>
  );
}

export interface ListToolbarProps<Row> {
  def: ListDef<Row>;
  texts: FilterTexts;
  /** The same as the list sends them. */
  filters: Filters;
  sort: SortKey | undefined;
  timeZone: string;
  answer: ListAnswer<Row> | undefined;
  refreshing: boolean;
  onApply: (texts: FilterTexts, sort: SortKey | undefined) => void;
  /** Makes a new one; null: nobody does it here. */
  onCreate: (() => void) | null;
}

const NO_SORTS = [] as const;

function Toolbar<Row>({
  def,
  texts,
  filters,
  sort,
  timeZone,
  answer,
  refreshing,
  onApply,
  onCreate,
}: ListToolbarProps<Row>): ReactElement {
  const now = useRenderTime();
  const freshness = <Freshness answer={answer} refreshing={refreshing} timeZone={timeZone} now={now} />;
  const button = onCreate ? (
    <div className={styles.floating} data-pinned="button">
      <Action look="primary" icon="plus" onClick={onCreate}>
        {def.create?.button}
      </Action>
    </div>
  ) : null;
  return (
    <div className={def.columns ? styles.over : def.Tools ? styles.apart : `${styles.apart} ${styles.plain}`}>
      <div className={styles.toolbar}>
        {def.Tools ? (
          <>
            <def.Tools texts={texts} filters={filters} sort={sort} onApply={(next) => onApply(next, sort)} />
            {button}
          </>
        ) : (
          <>
            {button}
            {freshness}
          </>
        )}
        <FilterControl
          uses={def.filters}
          sorts={def.sorts ?? NO_SORTS}
          texts={texts}
          sort={sort}
          timeZone={timeZone}
          onApply={onApply}
        />
      </div>
      {def.Tools ? freshness : null}
      <FilterChips
        uses={def.filters}
        texts={texts}
        onClear={() => onApply(clearedTexts(def.filters), sort)}
        onRemove={(key) => {
          const { [key]: _removed, ...rest } = texts;
          onApply(rest, sort);
        }}
      />
    </div>
  );
}

/** The bar above a list: its button, its tools and its filters. Queued entries do not change it. */
export const ListToolbar = memo(Toolbar) as typeof Toolbar;
