import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import { pageOf, type Page } from '#contract/paging.ts';
import type { Filters, SortKey } from '#contract/query.ts';
import { call } from '#data/http.ts';
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
export async function loadWhole<Row>({ def, filters, sort, signal, onLoaded }: WholeRequest<Row>): Promise<Row[]> {
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
