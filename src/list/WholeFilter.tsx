import { useEffect, useRef, useState, type ReactElement } from 'react';
import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import { pageOf, type Page } from '#contract/paging.ts';
import type { Filters, SortKey } from '#contract/query.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { formatCount } from '#domain/money.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './WholeFilter.module.css';
import type { ListDef } from './definition.ts';
import { requestOf } from './request.ts';

interface WholeRequest<Row> {
  def: ListDef<Row>;
  filters: Filters;
  sort: SortKey | undefined;
  signal: AbortSignal;
  onLoaded: (rows: number) => void;
}

/**
 * Every row that the filters select, each once, page by page, from the server alone: what the device has kept may be
 * incomplete. Rows move between pages while somebody else decides; one that is missed that way is not selected.
 * Throws ApiError when a page cannot be read.
 */
async function loadWhole<Row>({ def, filters, sort, signal, onLoaded }: WholeRequest<Row>): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 0, total = 1; page * MAX_PAGE_SIZE < total; page += 1) {
    const answer = await call(def.endpoint, { list: requestOf(filters, page, sort, MAX_PAGE_SIZE), signal });
    const read = pageOf(answer as Parameters<typeof pageOf<Row>>[0]) as Page<Row>;
    for (const row of read.rows) rows.set(def.kind.idOf(row), row);
    total = read.total;
    onLoaded(rows.size);
  }
  return [...rows.values()];
}

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
