import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Filters, SortKey } from '#contract/query.ts';
import { formatCount } from '#domain/money.ts';
import { Action } from '#ui/Action.tsx';
import { messageOf } from '#data/errors.ts';
import { toast } from '#ui/toast.ts';
import { loadWhole } from './loadWhole.ts';
import type { ListDef } from './definition.ts';
import styles from './WholeFilter.module.css';

export interface WholeFilterProps<Row> {
  def: ListDef<Row>;
  filters: Filters;
  sort: SortKey | undefined;
  /** How many the filter selects. */
  total: number;
  canSelect: (row: Row) => boolean;
  /** All rows that are selected beyond this page; null while the page alone is. */
  whole: readonly Row[] | null;
  onWhole: (rows: readonly Row[]) => void;
}

/** Offered once everything on the page is selected: the rest of what the filter selects (MGR-32). */
export function WholeFilter<Row>({
  def,
  filters,
  sort,
  total,
  canSelect,
  whole,
  onWhole,
}: WholeFilterProps<Row>): ReactElement {
  const [loaded, setLoaded] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const load = async (): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    setLoaded(0);
    try {
      const rows = await loadWhole({ def, filters, sort, signal: controller.signal, onLoaded: setLoaded });
      if (!controller.signal.aborted) onWhole(rows.filter(canSelect));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(`The rest of the list could not be loaded. ${messageOf(error)}`);
    } finally {
      if (!controller.signal.aborted) setLoaded(null);
    }
  };

  if (whole)
    return <p className={styles.line} role="status">{`All ${formatCount(whole.length)} pending are selected.`}</p>;
  return (
    <div className={styles.line}>
      <span role="status">
        {loaded === null ? 'All on this page are selected.' : `Loaded ${formatCount(loaded)} of ${formatCount(total)}…`}
      </span>
      <Action
        small
        busy={loaded !== null}
        onClick={() => void load()}
      >{`Select all ${formatCount(total)} pending`}</Action>
    </div>
  );
}
